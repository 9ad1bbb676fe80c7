//! What of a table's status has changed.

use cardable_core::ids::StateId;
use cardable_core::view::{Datum, MessageSeen, SceneSeen, Status};
use cardable_core::{GameResult, Seat, SeatSet};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

/// What of a [`cardable_core::view::Status`] is no longer as it was; what is left out is.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct StatusChange {
    /// All running states, where some began or ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenes: Option<Vec<SceneSeen>>,
    /// What has changed in the running states; left out where nothing has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scene: Vec<SceneChange>,
    /// Seats that are out and watch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dismissed: Option<SeatSet>,
    /// Seats that are asked a question in the middle of an action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<SeatSet>,
    /// Whether this viewer has something to decide. Left out, it has exactly if a decision comes
    /// with the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_decide: Option<bool>,
    /// 1 when play goes round by growing seat numbers, else -1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direction: Option<i8>,
    /// The messages on the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub messages: Option<Vec<MessageSeen>>,
    /// How the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

/// What of a running state is no longer as it was; what is left out is.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SceneChange {
    /// Its place in the list of running states; 0 when left out.
    #[serde(default, skip_serializing_if = "is_first")]
    pub at: u16,
    /// The state it is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<StateId>,
    /// The seats that take part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub members: Option<SeatSet>,
    /// The seats that are in it and take no part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resting: Option<SeatSet>,
    /// Who is on turn; `null` where nobody is any more.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    pub turn: Option<Option<Seat>>,
    /// Members that have acted and wait for the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acted: Option<SeatSet>,
    /// Members that have passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed: Option<SeatSet>,
    /// All its data, where it has another number of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Vec<Datum>>,
    /// Items of its data, by their places, that have another value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<(u16, Datum)>,
}

fn is_first(at: &u16) -> bool {
    *at == 0
}

/// A value that may be null, where it is there at all.
fn some<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

fn new<T: PartialEq + Clone>(before: &T, after: &T) -> Option<T> {
    (before != after).then(|| after.clone())
}

impl SceneChange {
    fn between(at: usize, before: &SceneSeen, after: &SceneSeen) -> Option<SceneChange> {
        if before == after {
            return None;
        }
        let same_data = before.data.len() == after.data.len();
        let data = before.data.iter().zip(&after.data).enumerate();
        let set = data
            .filter(|(_, (before, after))| same_data && before != after)
            .map(|(at, (_, after))| (at as u16, after.clone()));
        Some(SceneChange {
            at: at as u16,
            state: new(&before.state, &after.state),
            members: new(&before.members, &after.members),
            resting: new(&before.resting, &after.resting),
            turn: new(&before.turn, &after.turn),
            acted: new(&before.acted, &after.acted),
            passed: new(&before.passed, &after.passed),
            data: (!same_data).then(|| after.data.clone()),
            set: set.collect(),
        })
    }

    fn apply(self, scene: &mut SceneSeen) {
        fn set<T>(to: &mut T, value: Option<T>) {
            if let Some(value) = value {
                *to = value;
            }
        }
        set(&mut scene.state, self.state);
        set(&mut scene.members, self.members);
        set(&mut scene.resting, self.resting);
        set(&mut scene.turn, self.turn);
        set(&mut scene.acted, self.acted);
        set(&mut scene.passed, self.passed);
        set(&mut scene.data, self.data);
        for (at, value) in self.set {
            if let Some(datum) = scene.data.get_mut(usize::from(at)) {
                *datum = value;
            }
        }
    }
}

impl StatusChange {
    /// What of a status is no longer as it was. `decides`: whether a decision is told with it.
    pub fn between(before: &Status, after: &Status, decides: bool) -> StatusChange {
        let same = before.scenes.len() == after.scenes.len()
            && before
                .scenes
                .iter()
                .zip(&after.scenes)
                .all(|(a, b)| a.scene == b.scene);
        let scenes = before.scenes.iter().zip(&after.scenes).enumerate();
        let changed = scenes
            .filter(|_| same)
            .filter_map(|(at, (before, after))| SceneChange::between(at, before, after));
        StatusChange {
            scenes: (!same).then(|| after.scenes.to_vec()),
            scene: changed.collect(),
            dismissed: new(&before.dismissed, &after.dismissed),
            asked: new(&before.asked, &after.asked),
            to_decide: (decides != after.to_decide).then_some(after.to_decide),
            direction: new(&before.direction, &after.direction),
            messages: (before.messages != after.messages).then(|| after.messages.to_vec()),
            result: new(&before.result, &after.result).flatten(),
        }
    }

    /// The status after the change. `decides`: whether a decision was told with it.
    pub fn applied_to(self, before: &Status, decides: bool) -> Status {
        let mut scenes = self
            .scenes
            .map_or_else(|| before.scenes.clone(), |scenes| scenes.into_iter().collect());
        for change in self.scene {
            if let Some(scene) = scenes.get_mut(usize::from(change.at)) {
                change.apply(scene);
            }
        }
        Status {
            scenes,
            dismissed: self.dismissed.unwrap_or(before.dismissed),
            asked: self.asked.unwrap_or(before.asked),
            to_decide: self.to_decide.unwrap_or(decides),
            direction: self.direction.unwrap_or(before.direction),
            messages: self.messages.map_or_else(
                || before.messages.clone(),
                |messages| messages.into_iter().collect(),
            ),
            result: self.result.or_else(|| before.result.clone()),
        }
    }

    /// Whether nothing has changed.
    pub fn is_none(&self) -> bool {
        *self == StatusChange::default()
    }
}
