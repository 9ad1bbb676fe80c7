//! Gathers what there is to know of a ruleset.

use super::{
    ActionInfo, BackInfo, CardInfo, CornerInfo, DataInfo, OptionInfo, RoleInfo, RulesetInfo, SetInfo,
    StateInfo, TeamsInfo, ZoneInfo,
};
use crate::ids::CardTypeId;
use crate::program::{
    CardType, DataDef, PrintedSet, Program, SettingDef, Shown, Values, ZoneDef, ZoneLayout,
};
use crate::ruleset::Ruleset;
use crate::setup::OptionValue;
use crate::shown_data;
use crate::text::printed_back;
use crate::value::Value;
use crate::words::Words;

impl Ruleset {
    /// The options that can be chosen before a game.
    pub fn options(&self) -> Vec<OptionInfo> {
        let settings = self.program.settings.iter();
        settings.map(|def| option_info(&self.words(), def)).collect()
    }

    /// What the ruleset looks like from outside.
    pub fn info(&self) -> RulesetInfo {
        let (program, words) = (&self.program, &self.words());
        let name = |id| program.str(id).to_owned();
        let text = |id| words.text(id).to_owned();
        let teams = program.seats.teams.as_ref();
        let roles = program.seats.roles.iter().map(|role| RoleInfo {
            name: name(role.name),
            label: text(role.label.unwrap_or(role.name)),
            automatic: role.automatic,
            min: role.min,
            max: role.max,
        });
        let states = self.states().map(|(id, name, kind)| StateInfo {
            name: name.to_owned(),
            label: words.state_label(id).unwrap_or_default().to_owned(),
            kind,
            data: data_infos(words, &program.state(id).data, false),
        });
        let actions = self.actions().map(|(id, state, name, kind)| ActionInfo {
            name: name.to_owned(),
            label: words.action_label(id).unwrap_or_default().to_owned(),
            state,
            kind,
        });
        let boxed = usize::from(program.zones.boxed);
        let shared = program.zones.shared.iter().enumerate();
        let shared = shared.map(|(at, zone)| zone_info(self, zone, at == boxed));
        let texts = (0..program.strings.len() as u32).map(|id| text(crate::ids::StrId(id)));
        RulesetInfo {
            name: self.name().to_owned(),
            profile: self.profile(),
            hash: self.edition().to_string(),
            seats: (program.seats.min, program.seats.max),
            endless: self.is_endless(),
            teams: TeamsInfo {
                chosen: teams.is_some_and(|t| t.chosen),
                names: teams.map_or_else(Vec::new, |t| t.names.iter().map(|n| text(*n)).collect()),
            },
            roles: roles.collect(),
            hints: program
                .metadata
                .hints
                .iter()
                .map(|(name, value)| (name.to_string(), value.to_string()))
                .collect(),
            options: self.options(),
            sets: program.cards.sets.iter().map(set_info).collect(),
            cards: card_infos(self),
            shared_zones: shared.collect(),
            seat_zones: program
                .zones
                .seat
                .iter()
                .map(|z| zone_info(self, z, false))
                .collect(),
            globals: data_infos(words, &program.data.globals, false),
            seat_data: data_infos(words, &program.data.seat, true),
            card_data: program
                .data
                .card
                .iter()
                .map(|data| data_info(words, &data.def, shown_data::shown_of_all(&data.def)))
                .collect(),
            states: states.collect(),
            actions: actions.collect(),
            decks: program.cards.decks.iter().map(|d| text(d.name)).collect(),
            texts: texts.collect(),
        }
    }
}

/// All printed cards as a table lays out a hand of them: by card set and suit, and inside it by
/// what the ruleset sorts hands by.
pub(crate) fn hand_order(program: &Program) -> Vec<CardTypeId> {
    let by = program.cards.hand_order.by.map(usize::from);
    let column = by.and_then(|by| program.cards.attributes.get(by));
    let rank = |at: usize, card: &CardType| {
        let value = match column {
            Some(attribute) => attribute.of.get(at).copied().unwrap_or(Value::Nothing),
            None => card.value,
        };
        match value {
            Value::Int(n) => n as f64,
            Value::Float(n) => n,
            // What has no number lies behind.
            _ => f64::INFINITY,
        }
    };
    let suit = |card: &CardType| match program.cards.hand_order.over_suits {
        true => 0,
        false => card.suit_index.unwrap_or(u16::MAX),
    };
    let mut cards: Vec<(usize, &CardType)> = program.cards.types.iter().enumerate().collect();
    cards.sort_by(|(a, one), (b, other)| {
        let suits = (one.set, suit(one)).cmp(&(other.set, suit(other)));
        suits.then_with(|| rank(*a, one).total_cmp(&rank(*b, other)))
    });
    cards.into_iter().map(|(at, _)| CardTypeId(at as u16)).collect()
}

fn card_infos(ruleset: &Ruleset) -> Vec<CardInfo> {
    let program = &ruleset.program;
    let all = (0..program.cards.types.len()).map(|at| CardTypeId(at as u16));
    let mut cards: Vec<CardInfo> = all.filter_map(|id| card_info(ruleset, id)).collect();
    for (place, id) in hand_order(program).into_iter().enumerate() {
        if let Some(card) = cards.get_mut(id.index()) {
            card.place = place as u16;
        }
    }
    for id in program.cards.decks.iter().flat_map(|deck| &deck.cards) {
        if let Some(card) = cards.get_mut(id.index()) {
            card.unused = false;
        }
    }
    cards
}

fn card_info(ruleset: &Ruleset, id: CardTypeId) -> Option<CardInfo> {
    let program = &ruleset.program;
    let card = program.cards.types.get(id.index())?;
    let words = ruleset.words();
    // What stands on a card is read; its rank is a name of the rules.
    let attribute = |name| match ruleset.card_attribute(id, name) {
        Some(Value::Str(text)) => Some(words.text(text).to_owned()).filter(|t| !t.is_empty()),
        Some(Value::Int(n)) => Some(n.to_string()),
        Some(Value::Float(n)) => Some(n.to_string()),
        _ => None,
    };
    let other = |id| {
        Some(words.text(id))
            .filter(|text| *text != program.str(id))
            .map(str::to_owned)
    };
    let value = match card.value {
        Value::Int(n) => Some(n as f64),
        Value::Float(n) => Some(n),
        _ => None,
    };
    let path = |picture: &Option<Box<str>>| picture.as_deref().map(str::to_owned);
    let set = program.cards.sets.get(usize::from(card.set));
    let corners = set.iter().flat_map(|set| &set.corners);
    let corners = corners.filter_map(|(at, name)| {
        Some(CornerInfo {
            at: *at,
            name: name.to_string(),
            text: attribute(name)?,
        })
    });
    Some(CardInfo {
        label: words.card_name(id).unwrap_or_default(),
        name: program.str(card.name).to_owned(),
        name_label: other(card.name),
        suit: card.suit.map(|suit| program.str(suit).to_owned()),
        suit_label: card.suit.and_then(other),
        suit_index: card.suit_index,
        rank: match ruleset.card_attribute(id, "rank") {
            Some(Value::Str(rank)) => Some(program.str(rank).to_owned()).filter(|rank| !rank.is_empty()),
            _ => attribute("rank"),
        },
        index: attribute("index"),
        corners: corners.collect(),
        value,
        colour: path(&card.colour),
        text: card
            .text
            .map(|text| words.text(text).to_owned())
            .filter(|text| !text.is_empty()),
        place: 0,
        unused: true,
        set: card.set,
        back: card.back,
        on_back: printed_back(words.language(), program, card.back)
            .map(|(text, label)| BackInfo { text, label }),
        face_picture: path(&card.face_picture),
        back_picture: path(&card.back_picture),
    })
}

fn zone_info(ruleset: &Ruleset, zone: &ZoneDef, out_of_game: bool) -> ZoneInfo {
    let words = ruleset.words();
    let text = |id| words.text(id).to_owned();
    let ZoneLayout {
        kind,
        columns,
        rows,
        x,
        y,
        label,
    } = &zone.layout;
    ZoneInfo {
        name: ruleset.program.str(zone.name).to_owned(),
        label: text(label.unwrap_or(zone.name)),
        order: zone.order,
        laid_out: zone.laid_out,
        copy: zone.copy,
        copies: zone.count.max,
        kind: kind.as_deref().map(str::to_owned),
        columns: *columns,
        rows: *rows,
        x: *x,
        y: *y,
        designations: zone
            .designations()
            .map(|d| text(d.label.unwrap_or(d.name)))
            .collect(),
        declared: zone.declared,
        out_of_game,
        has_deck: !zone.decks.is_empty(),
    }
}

/// `of_seat` is whether every seat has these data.
fn data_infos(words: &Words<'_>, data: &[DataDef], of_seat: bool) -> Vec<DataInfo> {
    let infos = data.iter().map(|def| {
        let shown = match of_seat {
            true => shown_data::shown_of_seat(words.program, words.program.str(def.name), def),
            false => shown_data::shown_of_all(def),
        };
        data_info(words, def, shown)
    });
    infos.collect()
}

fn data_info(words: &Words<'_>, def: &DataDef, shown: Shown) -> DataInfo {
    let program = words.program;
    let name = program.str(def.name);
    let texts = def.texts.iter();
    DataInfo {
        name: name.to_owned(),
        label: shown_data::data_words(words, def),
        constant: def.constant,
        first: plain(program, def.value),
        shown,
        texts: texts
            .map(|(value, text)| (plain(program, *value), words.text(*text).to_owned()))
            .collect(),
    }
}

fn option_info(words: &Words<'_>, def: &SettingDef) -> OptionInfo {
    let program = words.program;
    let key = program.str(def.name);
    let (choices, range) = match def.domain {
        None => (Vec::new(), None),
        Some(Values::Range(min, max)) => (Vec::new(), Some((min, max))),
        Some(Values::OneOf(list)) => {
            let items = program.constants.items(list);
            (items.iter().filter_map(|v| plain(program, *v)).collect(), None)
        }
    };
    let read = |value: &OptionValue| match value {
        OptionValue::Text(text) => program
            .strings
            .find(text)
            .map_or(text.clone(), |id| words.text(id).to_owned()),
        OptionValue::Bool(_) | OptionValue::Int(_) | OptionValue::Float(_) => String::new(),
    };
    let labels: Vec<String> = choices.iter().map(read).collect();
    let is_other =
        |(value, label): (&OptionValue, &String)| matches!(value, OptionValue::Text(text) if text != label);
    let differ = choices.iter().zip(&labels).any(is_other);
    OptionInfo {
        labels: if differ { labels } else { Vec::new() },
        key: key.to_owned(),
        label: words.text(def.label.unwrap_or(def.name)).to_owned(),
        value: plain(program, def.value),
        choices,
        range,
    }
}

fn plain(program: &Program, value: Value) -> Option<OptionValue> {
    match value {
        Value::Bool(b) => Some(OptionValue::Bool(b)),
        Value::Int(n) => Some(OptionValue::Int(n)),
        Value::Float(n) => Some(OptionValue::Float(n)),
        Value::Str(id) => Some(OptionValue::Text(program.str(id).to_owned())),
        Value::Nothing
        | Value::Seat(_)
        | Value::Card(_)
        | Value::Zone(_)
        | Value::Deck(_)
        | Value::List(_) => None,
    }
}

fn set_info(set: &PrintedSet) -> SetInfo {
    SetInfo {
        name: set.name.to_string(),
        width: set.width,
        height: set.height,
    }
}
