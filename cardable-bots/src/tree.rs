//! The tree of a search: what was tried after what, over all imagined games.

use cardable_core::Seat;
use cardable_core::search::{ChoiceKey, KeyedChoice};
use std::collections::BTreeMap;

/// Up to how many edges of a node are looked through one after another.
const FEW: usize = 24;

/// A place in the tree: the choices that led there, as keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    /// What was tried from here, by who chose and the choice's key.
    pub(crate) edges: Vec<Edge>,
    /// The place of each edge, once they are more than a few.
    places: BTreeMap<(ChoiceKey, Seat), usize>,
    /// How often a line of play went on from here.
    pub(crate) visits: u32,
    /// Whether there was too much to choose from; None before it was come to.
    is_wide: Option<bool>,
    /// Where seats choose that had to decide at the same time, whatever the others chose.
    beside: Vec<(Seat, u32)>,
}

impl Node {
    /// The place of a choice among the edges.
    pub(crate) fn place(&self, seat: Seat, key: ChoiceKey) -> Option<usize> {
        let fits = |edge: &Edge| edge.key == key && edge.seat == seat;
        match self.edges.len() > FEW {
            true => self.places.get(&(key, seat)).copied(),
            false => self.edges.iter().position(fits),
        }
    }

    /// Adds an edge that is not there, and gives its place.
    fn add(&mut self, seat: Seat, key: ChoiceKey) -> usize {
        let place = self.edges.len();
        self.edges.push(Edge::new(seat, key));
        if self.edges.len() > FEW {
            for (edge, place) in self.edges.iter().zip(0..).skip(self.places.len()) {
                self.places.insert((edge.key, edge.seat), place);
            }
        }
        place
    }
}

/// A choice that was tried or could have been.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) seat: Seat,
    pub(crate) key: ChoiceKey,
    /// Where it leads; None before it was tried.
    pub(crate) to: Option<u32>,
    /// How often it was there to be chosen, and how often it was.
    pub(crate) available: u32,
    pub(crate) visits: u32,
    /// The sum of what it brought each seat.
    pub(crate) rewards: Vec<f64>,
}

impl Edge {
    fn new(seat: Seat, key: ChoiceKey) -> Edge {
        Edge {
            seat,
            key,
            to: None,
            available: 0,
            visits: 0,
            rewards: Vec::new(),
        }
    }

    /// What it has brought a seat in the mean.
    pub(crate) fn mean(&self, seat: Seat) -> f64 {
        let sum = self.rewards.get(seat.index()).copied().unwrap_or(0.5);
        sum / f64::from(self.visits.max(1))
    }
}

/// All nodes; the first is the position itself.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
}

impl Tree {
    pub(crate) fn new() -> Tree {
        Tree {
            nodes: vec![Node::default()],
        }
    }

    /// Whether there is too much to choose from at a node. It is found out when it is come to for the first time.
    pub(crate) fn is_wide(&mut self, node: u32, is_wide: impl FnOnce() -> bool) -> bool {
        let node = self.nodes.get_mut(node as usize);
        node.is_some_and(|node| *node.is_wide.get_or_insert_with(is_wide))
    }

    /// Finds the edges of choices that are there now, makes those that are new, and counts that all were there. Their
    /// places among the node's edges are in the order of the choices.
    pub(crate) fn offer(&mut self, node: u32, seat: Seat, choices: &[KeyedChoice], places: &mut Vec<usize>) {
        places.clear();
        let Some(node) = self.nodes.get_mut(node as usize) else {
            return;
        };
        for (at, choice) in choices.iter().enumerate() {
            let fits = |edge: &Edge| edge.key == choice.key && edge.seat == seat;
            // Mostly the same choices come in the same order as before.
            let place = match node.edges.get(at).is_some_and(fits) {
                true => at,
                false => match node.place(seat, choice.key) {
                    Some(place) => place,
                    None => node.add(seat, choice.key),
                },
            };
            node.edges[place].available += 1;
            places.push(place);
        }
    }

    /// The node that an edge leads to, made where it is not there.
    pub(crate) fn follow(&mut self, node: u32, edge: usize) -> u32 {
        let next = self.nodes.len() as u32;
        let Some(edge) = self
            .nodes
            .get_mut(node as usize)
            .and_then(|node| node.edges.get_mut(edge))
        else {
            return node;
        };
        match edge.to {
            Some(to) => to,
            None => {
                edge.to = Some(next);
                self.nodes.push(Node::default());
                next
            }
        }
    }

    /// The node in which a seat chooses that must decide at the same time as others: it is the same whatever these have
    /// chosen since this node.
    pub(crate) fn beside(&mut self, node: u32, seat: Seat) -> u32 {
        let next = self.nodes.len() as u32;
        let Some(from) = self.nodes.get_mut(node as usize) else {
            return node;
        };
        if let Some((_, known)) = from.beside.iter().find(|(other, _)| *other == seat) {
            return *known;
        }
        from.beside.push((seat, next));
        self.nodes.push(Node::default());
        next
    }

    /// The place of a choice among a node's edges, for the way on alone: nothing is counted.
    pub(crate) fn edge(&mut self, node: u32, seat: Seat, key: ChoiceKey) -> usize {
        let Some(node) = self.nodes.get_mut(node as usize) else {
            return 0;
        };
        let known = node.place(seat, key);
        known.unwrap_or_else(|| node.add(seat, key))
    }

    /// Adds what a line of play has brought to all edges on its way.
    pub(crate) fn back_up(&mut self, path: &[(u32, usize)], rewards: &[f64]) {
        for (node, edge) in path {
            let Some(node) = self.nodes.get_mut(*node as usize) else {
                continue;
            };
            let Some(edge) = node.edges.get_mut(*edge) else {
                continue;
            };
            node.visits += 1;
            edge.visits += 1;
            edge.rewards.resize(rewards.len(), 0.0);
            edge.rewards
                .iter_mut()
                .zip(rewards)
                .for_each(|(sum, reward)| *sum += reward);
        }
    }
}
