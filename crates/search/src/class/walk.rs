//! The iteration of the class (Algorithm 4 of the paper), written once, without recursion. [`crate::reference`] is the
//! same algorithm as the paper states it.
//!
//! ```text
//! iteration(s):
//!   if s is new: expand s
//!   back_up(s)
//!   if r(s) = 0 and (s was known or continue(s)):
//!       s' = priority_child(s);  n(s, s') += 1
//!       iteration(s');  back_up(s)
//! ```
//!
//! The way down is a stack of levels that is kept between iterations: a level is left only when the next
//! iteration does not pass through it again (see [`crate::class::window`] and [`crate::class::again`]), and only then its
//! label and selection count are written to the tree. That is the same walk as from the root, without walking it.

use std::cell::Cell;

use game::children::{Keys, Standing};
use game::{Cut, Game, Key, Player, TerminalFunction};

use crate::budget::Counts;
use crate::class::allowance::Allowance;
use crate::class::assignments::Assignments;
use crate::class::here::Lists;
use crate::class::knowledge::{Access, Forgotten};
use crate::class::level::Level;
use crate::class::parent::Parent;
use crate::class::policy::{Pick, Policy};
use crate::class::window::{Promise, Window};
use crate::expand::{Expander, Timed, copy};
use crate::label::{Completion, Label, Rank};
use crate::ledger::Ledger;
use crate::tree::{Candidate, NodeId, Place, Survey, Tree};

/// Why an iteration could not be finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

/// Why a way down was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unfinished {
    /// The nodes on it are no longer what they were.
    Forgotten,
    /// The clock has cut an expansion short.
    Cut,
}

impl From<Forgotten> for Unfinished {
    fn from(_: Forgotten) -> Self {
        Unfinished::Forgotten
    }
}

impl From<Cut> for Unfinished {
    fn from(_: Cut) -> Self {
        Unfinished::Cut
    }
}

/// The walk of one worker through the partial tree.
pub struct Walk<G: Game> {
    pub counts: Counts,
    pub completion: Completion,
    /// f_t
    pub terminal: TerminalFunction,
    pub root: G,
    /// Which of the workers it is.
    pub number: usize,
    /// What it may add to the tree.
    pub allowance: Allowance,
    pub(super) levels: Vec<Level<G>>,
    /// The first level from which the next iteration may go another way.
    pub(super) due: usize,
    /// Levels above this one are not backed up yet.
    pub(super) backed_up: Cell<usize>,
    pub(super) lists: Lists,
    /// The age of the tree that the levels belong to.
    age: u64,
    pub expander: Expander<G>,
    /// States of levels that are gone, for their memory.
    spare: Vec<G>,
    /// What happens below a child leaves the other children as they are ([`Sharing::graded`](game::Sharing::graded)).
    graded: bool,
    /// Whether levels are kept between iterations.
    pub keeps_levels: bool,
}

impl<G: Game> Walk<G> {
    pub fn new(root: G, completion: Completion, terminal: TerminalFunction, number: usize) -> Self {
        Walk {
            expander: Expander::new(&root, terminal),
            number,
            counts: Counts::default(),
            completion,
            terminal,
            graded: root.graded(),
            keeps_levels: root.graded(),
            root,
            allowance: Allowance::new(usize::MAX, 1),
            levels: Vec::new(),
            due: 0,
            backed_up: Cell::new(0),
            lists: Lists::default(),
            age: 0,
            spare: Vec::new(),
        }
    }

    /// Algorithm 4: one iteration from the root. The root must not be resolved. If the clock cuts the first
    /// expansion short, nothing has happened but that the levels lead to the state that is to be expanded.
    #[inline]
    pub fn iterate(
        &mut self,
        policy: &mut dyn Policy<G>,
        by: Timed<'_, G>,
        assignments: &Assignments<G>,
        access: &mut Access<'_>,
    ) -> Result<(), OutOfMemory> {
        if !self.allowance.take(self.room(), &access.tree) {
            return Err(OutOfMemory);
        }
        let before = self.counts;
        self.counts.iterations += 1;
        match self.go_down(policy, by, assignments, access) {
            Err(Unfinished::Cut) if self.counts.expansions == before.expansions => {
                // The next iteration goes on from where this one is, and takes its number.
                self.counts.iterations -= 1;
                return Ok(());
            }
            // What was expanded remains: the iteration ends above the state that was not.
            Ok(()) | Err(Unfinished::Cut) => {}
            Err(Unfinished::Forgotten) => self.levels.clear(),
        }
        self.back_up(access);
        self.counts.charge_iteration(&before);
        Ok(())
    }

    /// The way down of an iteration: Algorithm 4 up to its recursive call, at each state in turn.
    #[inline]
    fn go_down(
        &mut self,
        policy: &mut dyn Policy<G>,
        by: Timed<'_, G>,
        assignments: &Assignments<G>,
        access: &mut Access<'_>,
    ) -> Result<(), Unfinished> {
        let (mut known, mut pick) = if self.has_levels(&access.tree) {
            (true, self.ask_again(policy, access))
        } else {
            let root = copy(&self.root, &mut self.spare);
            let standing = Standing::of(&root, keys(self.completion));
            self.backed_up.set(0);
            (self.enter((root, standing), None, Window::ALL, by, access)?, None)
        };
        loop {
            let top = self.levels.len() - 1;
            if self.levels[top].is_finished() {
                return Ok(());
            }
            let goes_on =
                known || self.visit(top, &access.tree, |visit| policy.keep_going(visit)) && !by.clock.is_up();
            if !goes_on || !known && !self.allowance.take(self.room(), &access.tree) {
                return Ok(());
            }
            let pick = pick.take();
            let pick =
                pick.unwrap_or_else(|| self.visit(top, &access.tree, |visit| policy.priority_child(visit)));
            known = self.descend(pick, by, assignments, access)?;
        }
    }

    /// Whether the walk is anywhere in the tree. What it knew of another tree is of no use.
    #[inline]
    fn has_levels(&mut self, tree: &Tree) -> bool {
        if std::mem::replace(&mut self.age, tree.age) != tree.age {
            self.levels.clear();
        }
        !self.levels.is_empty()
    }

    /// Goes from the last level to the child that the policy has chosen. Returns whether it was known.
    fn descend(
        &mut self,
        mut pick: Pick,
        by: Timed<'_, G>,
        assignments: &Assignments<G>,
        access: &mut Access<'_>,
    ) -> Result<bool, Unfinished> {
        let top = self.levels.last_mut().expect("the walk is at the root or below it");
        if let Place::Link { child, .. } = pick.child.place {
            access.tree.announce(child);
        }
        let parent = Parent { tree: &access.tree, node: top.node, state: &top.state };
        let keys = keys(self.completion);
        let (mut state, mut standing) = parent.after_in(pick.child, keys, &mut self.spare);
        if assignments.include(standing.proven)
            && let Some(other) = assignments.best_other(&parent, self.completion)
        {
            pick = Pick::once(other);
            self.spare.push(state);
            (state, standing) = parent.after_in(other, keys, &mut self.spare);
        }
        let child = pick.child;
        let window = top.go_to(&pick, self.counts.iterations);
        if let Some(label) = ledger_label_of(standing.proven, self.completion, &access.ledger) {
            self.settle(child, label.rank(), &access.tree);
            self.spare.push(state);
            return Ok(true);
        }
        self.enter((state, standing), Some(child), window, by, access)
    }

    /// A child of the last level turns out to be resolved without a visit.
    fn settle(&mut self, child: Candidate, rank: Rank, tree: &Tree) {
        let top = self.levels.last_mut().expect("a child has a parent");
        let mut hold = tree.hold(top.node);
        match child.place {
            Place::Link { slot, .. } => hold.settle(slot, rank),
            Place::Leaf => hold.settle_leaf(child.index, rank),
        }
        top.survey = hold.survey();
        top.back_up_from_survey(hold.label(), self.completion);
    }

    /// Enters a state: expands it if it is new, looks at its children, backs it up, and makes it the last
    /// level. Returns whether it was known (S_p of Algorithm 4 had it). The back-up is due for a known state, too: another
    /// parent may have resolved its children since, and the third part of Lemma 5 holds only once it is backed up.
    fn enter(
        &mut self,
        (state, standing): (G, Standing),
        via: Option<Candidate>,
        window: Window,
        by: Timed<'_, G>,
        access: &mut Access<'_>,
    ) -> Result<bool, Unfinished> {
        let (node, known) = match via.map(|via| via.place) {
            Some(Place::Link { child, .. }) => (child, true),
            _ => match access.tree.find(standing.sharing) {
                Some(node) => (node, true),
                None => (self.expand(&state, standing, by, access)?, false),
            },
        };
        let (index, via) = match via {
            None => (0, 0),
            Some(Candidate { index, place: Place::Link { slot, .. }, .. }) => (index, slot),
            Some(Candidate { index, .. }) => (index, self.link(self.top_node(), index, node, access)?),
        };
        self.counts.depth = self.counts.depth.max(self.levels.len() as u32);
        let player = standing.turn;
        let mut hold = access.tree.hold(node);
        if known && hold.must_look_up() {
            drop(hold);
            self.look_up_children(&state, node, access)?;
            hold = access.tree.hold(node);
        }
        let survey = hold.survey();
        let (rank, resolved) = back_up_from(&survey, hold.label(), player, self.completion);
        // Others see at once what it is worth.
        hold.set_label(Label { exact: rank.exact(), value: rank.value(), resolved });
        drop(hold);
        let (others, promise) = (Rank::nothing(player), Promise::NONE);
        let (rank, since) = (Cell::new(rank), self.counts.iterations);
        self.levels.push(Level {
            state,
            node,
            player,
            rank,
            resolved,
            survey,
            others,
            promise,
            window,
            index,
            via,
            since,
        });
        Ok(known)
    }

    fn top_node(&self) -> NodeId {
        self.levels.last().expect("a state with a parent is entered from it").node
    }

    /// Expands a state that is new: the loop over the children in Algorithm 4.
    fn expand(
        &mut self,
        state: &G,
        Standing { turn, outcome, sharing: key, .. }: Standing,
        by: Timed<'_, G>,
        access: &mut Access<'_>,
    ) -> Result<NodeId, Unfinished> {
        if outcome.is_none() {
            let evaluations = self.expander.expand(state, self.completion, &access.tree, by)?;
            self.counts.expansions += 1;
            self.counts.evaluations += evaluations as u64;
            self.counts.nodes += self.expander.moves().len() as u64;
        } else {
            self.expander.clear();
        }
        let node = loop {
            let (moves, children) = (self.expander.moves(), self.expander.children());
            match access.tree.insert(key, turn, moves, children, self.number) {
                Some(node) => break node,
                None => access.make_room(self.room())?,
            }
        };
        if let Some(outcome) = outcome {
            let value = self.terminal.value(state, outcome);
            access.tree.hold(node).set_label(self.completion.terminal(outcome, value));
        }
        Ok(node)
    }

    /// Links a state that is expanded to its parent.
    pub fn link(
        &self,
        parent: NodeId,
        index: u32,
        child: NodeId,
        access: &mut Access<'_>,
    ) -> Result<u32, Forgotten> {
        loop {
            let slot = access.tree.hold(parent).link(index, child, self.number);
            match slot {
                Some(slot) => return Ok(slot),
                None => access.make_room(self.room())?,
            }
        }
    }

    /// Finds the children that were expanded through another parent while they waited here as leaves.
    fn look_up_children(
        &mut self,
        state: &G,
        node: NodeId,
        access: &mut Access<'_>,
    ) -> Result<(), Forgotten> {
        self.expander.find_leaves(state, node, &access.tree);
        for i in 0..self.expander.found().len() {
            let (index, child) = self.expander.found()[i];
            self.link(node, index, child, access)?;
        }
        Ok(())
    }

    /// Leaves the levels that are resolved, or all of them if none is kept, and finds out from which level on the next
    /// iteration may go another way.
    fn back_up(&mut self, access: &mut Access<'_>) {
        let mut changed = false;
        while let Some(top) = self.levels.last()
            && (top.resolved || !self.keeps_levels)
        {
            if top.resolved && self.completion.is_early() {
                let hold = access.tree.hold(top.node);
                let selections = hold.links().iter().map(|link| link.selections);
                let effort = selections.fold(1, u32::saturating_add);
                drop(hold);
                if effort > 1 {
                    // What took one expansion takes no more when it is met again.
                    access.ledger.store_gain(
                        ledger_key(&top.state, self.completion),
                        top.rank.get().exact(),
                        effort,
                    );
                }
            }
            self.leave(self.counts.iterations, access);
            changed = true;
        }
        if changed && let Some(top) = self.levels.last_mut() {
            top.survey = access.tree.hold(top.node).survey();
        }
        self.find_due();
    }

    /// Leaves the last level: writes its label and its selections up to an iteration, and backs up the level above, as
    /// Algorithm 4 does after its recursive call.
    pub(super) fn leave(&mut self, iteration: u64, access: &mut Access<'_>) {
        let Some(child) = self.levels.pop() else { return };
        // Another worker may have resolved it meanwhile.
        let label = access.tree.hold(child.node).set_label(child.label());
        self.spare.push(child.state);
        let Some(above) = self.levels.last_mut() else { return };
        // It adds none where an iteration that came here was cut short.
        let mut hold = access.tree.hold(above.node);
        hold.add_selections(child.via, u32::try_from(iteration + 1 - child.since).unwrap_or(u32::MAX));
        if !self.graded {
            drop(hold);
            self.look_around(access);
        } else if label.resolved {
            hold.settle(child.via, label.rank());
            above.survey.settled = hold.settled();
            let rank = above.best_other();
            above.rank.set(rank);
            above.resolved = !above.others.is_something() || self.completion.is_decided_by(rank);
        } else {
            above.rank.set(above.rank_above(label.rank()));
        }
    }

    /// Looks at all children of the last level again, any of which may have changed by what happened below.
    fn look_around(&mut self, access: &mut Access<'_>) {
        let Some(mut level) = self.levels.pop() else { return };
        if access.tree.hold(level.node).must_look_up()
            && self.look_up_children(&level.state, level.node, access).is_err()
        {
            self.levels.clear();
            return;
        }
        let mut hold = access.tree.hold(level.node);
        level.survey = hold.survey();
        level.back_up_from_survey(hold.label(), self.completion);
        self.levels.push(level);
    }

    /// Leaves all levels, so that the tree holds every label and count. The search goes on all the same.
    pub fn come_back(&mut self, access: &mut Access<'_>) {
        while self.has_levels(&access.tree) {
            self.leave(self.counts.iterations, access);
        }
    }

    /// Whether the root is resolved.
    #[inline]
    pub fn is_resolved(&self, tree: &Tree) -> bool {
        // A level that is kept is not resolved, and the root is kept unless it is.
        self.levels.is_empty() && self.root_label(tree).is_some_and(|label| label.resolved)
    }

    /// Goes on from another root.
    pub fn move_to(&mut self, root: &G, access: &mut Access<'_>) {
        if self.root != *root {
            self.come_back(access);
            self.root = root.clone();
        }
    }

    /// The label of the root; `None` before the first iteration.
    pub fn root_label(&self, tree: &Tree) -> Option<Label> {
        let Some(top) = self.levels.last() else {
            return tree.find(self.root.sharing_key()).map(|node| tree.label(node));
        };
        let above = self.levels[..self.levels.len() - 1].iter().rev();
        let rank = above.fold(top.rank.get(), |rank, level| level.rank_above(rank));
        Some(Label {
            exact: rank.exact(),
            value: rank.value(),
            resolved: self.levels.len() == 1 && top.resolved,
        })
    }

    /// Room for as many children as an expansion may need: more than ever before.
    fn room(&self) -> usize {
        2 * self.expander.most_children + 64
    }

    /// Whether one more expansion might need more memory than there is.
    pub fn exceeds_memory(&self, tree: &Tree) -> bool {
        !self.allowance.fits(1, self.room(), tree)
    }
}

/// Algorithm 3: (c, v) of the best child (`completed_best_action`), and whether the state is resolved
/// (`backup_resolution`). What is resolved stays as it is (Lemma 4).
#[inline]
pub fn back_up_from(survey: &Survey, label: Label, player: Player, completion: Completion) -> (Rank, bool) {
    let rank = survey.rank(player);
    if !rank.is_something() || label.resolved {
        // A terminal state, whose label the rules made. Or another worker has resolved it.
        return (label.rank(), label.resolved);
    }
    let all_resolved = survey.best.is_none();
    (rank, all_resolved || completion.is_decided_by(rank))
}

/// The key under which what is resolved of a state is kept.
#[inline]
pub fn ledger_key<G: Game>(state: &G, completion: Completion) -> Key {
    keys(completion).of(state)
}

/// Which keys these are.
#[inline]
fn keys(completion: Completion) -> Keys {
    if completion == Completion::Sighted { Keys::Canonical } else { Keys::Sharing }
}

/// The label of a state that was resolved before: by another worker, or as a mirror image, or in a part of the
/// tree that is forgotten.
pub fn ledger_label<G: Game>(state: &G, completion: Completion, ledger: &Ledger) -> Option<Label> {
    ledger_label_of(ledger_key(state, completion), completion, ledger)
}

/// The same for the state with this key.
#[inline]
fn ledger_label_of(key: Key, completion: Completion, ledger: &Ledger) -> Option<Label> {
    let gain = completion.is_early().then(|| ledger.gain(key))??;
    Some(Label::exactly(gain))
}
