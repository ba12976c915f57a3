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
//! iteration might not pass through it again (see [`crate::class::window`]), and only then its label and selection
//! count are written to the tree. That is the same walk as from the root, without walking it.

use game::children::{Keys, Standing};
use game::{Cut, Game, Key, Player, TerminalFunction};

use crate::budget::Counts;
use crate::class::allowance::Allowance;
use crate::class::assignments::Assignments;
use crate::class::knowledge::{Access, Forgotten};
use crate::class::policy::{Policy, Visit};
use crate::class::window::{End, Window};
use crate::expand::{Expander, Timed, copy};
use crate::label::{Completion, Label, Rank};
use crate::ledger::Ledger;
use crate::tree::{Candidate, NodeId, Place, Survey, Tree};

/// A state on the way down.
struct Level<G> {
    state: G,
    node: NodeId,
    player: Player,
    /// (c, v) and r as the last back-up left them.
    rank: Rank,
    resolved: bool,
    /// The children when they were last looked at.
    survey: Survey,
    /// The best unresolved child apart from the one that the walk went to.
    others: Rank,
    window: Window,
    /// The link of the level above that leads here.
    via: u32,
    /// The first iteration that came here.
    since: u64,
}

impl<G> Level<G> {
    /// Nothing remains to be done below: the state is resolved, or (without completion) terminal. Lemma 7: a walk ends in
    /// such a state or in a new one.
    fn is_finished(&self) -> bool {
        self.resolved || self.survey.best.is_none()
    }

    fn label(&self) -> Label {
        Label { exact: self.rank.exact(), value: self.rank.value(), resolved: self.resolved }
    }
}

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
    levels: Vec<Level<G>>,
    /// The age of the tree that the levels belong to.
    age: u64,
    pub expander: Expander<G>,
    /// States of levels that are gone, for their memory.
    spare: Vec<G>,
    /// What happens below a child leaves the other children as they are ([`Sharing::graded`](game::Sharing::graded)).
    graded: bool,
    /// Levels are kept between iterations.
    keeps_levels: bool,
}

impl<G: Game> Walk<G> {
    pub fn new(
        root: G,
        completion: Completion,
        terminal: TerminalFunction,
        policy: &dyn Policy<G>,
        number: usize,
    ) -> Self {
        Walk {
            expander: Expander::new(&root, terminal),
            number,
            counts: Counts::default(),
            completion,
            terminal,
            graded: root.graded(),
            keeps_levels: policy.goes_to_the_best() && root.graded(),
            root,
            allowance: Allowance::new(usize::MAX, 1),
            levels: Vec::new(),
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
        let Counts { expansions, evaluations, .. } = self.counts;
        self.counts.iterations += 1;
        match self.go_down(policy, by, assignments, access) {
            Err(Unfinished::Cut) if self.counts.expansions == expansions => {
                // The next iteration goes on from where this one is, and takes its number.
                self.counts.iterations -= 1;
                return Ok(());
            }
            // What was expanded remains: the iteration ends above the state that was not.
            Ok(()) | Err(Unfinished::Cut) => {}
            Err(Unfinished::Forgotten) => self.levels.clear(),
        }
        self.back_up(access);
        self.counts.charged += (self.counts.evaluations - evaluations).max(1);
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
        let is_anywhere = self.has_levels(&access.tree);
        let mut known = is_anywhere || {
            let root = copy(&self.root, &mut self.spare);
            let standing = Standing::of(&root, keys(self.completion));
            self.enter((root, standing), None, Window::ALL, by, access)?
        };
        loop {
            let top = self.levels.last().expect("the walk is at the root or below it");
            if top.is_finished() {
                return Ok(());
            }
            let visit = Visit { tree: &access.tree, node: top.node, survey: &top.survey, state: &top.state };
            if !known && (!policy.keep_going(&visit) || by.clock.is_up()) {
                return Ok(());
            }
            if !known && !self.allowance.take(self.room(), &access.tree) {
                return Ok(());
            }
            known = self.descend(policy, by, assignments, access)?;
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

    /// Goes from the last level to the child that the policy chooses, `calculate_priority_child` of Algorithm 4. Returns
    /// whether it was known.
    fn descend(
        &mut self,
        policy: &mut dyn Policy<G>,
        by: Timed<'_, G>,
        assignments: &Assignments<G>,
        access: &mut Access<'_>,
    ) -> Result<bool, Unfinished> {
        let top = self.levels.last_mut().expect("the walk is at the root or below it");
        let visit = Visit { tree: &access.tree, node: top.node, survey: &top.survey, state: &top.state };
        let mut child = policy.priority_child(&visit);
        if let Place::Link { child, .. } = child.place {
            access.tree.announce(child);
        }
        let keys = keys(self.completion);
        let (mut state, mut standing) = visit.after_in(child, keys, &mut self.spare);
        if assignments.include(standing.proven)
            && let Some(other) = assignments.best_other(&visit, self.completion)
        {
            child = other;
            self.spare.push(state);
            (state, standing) = visit.after_in(child, keys, &mut self.spare);
        }
        let rival = top.survey.best.filter(|best| best.index != child.index).or(top.survey.rival);
        let rival = rival_end(rival, child, top.player, self.counts.iterations);
        top.others = rival.rank;
        let window = top.window.below(top.player, rival, top.survey.settled);
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
        top.others = top.survey.rival_rank(top.player);
        (top.rank, top.resolved) = back_up_from(&top.survey, hold.label(), top.player, self.completion);
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
        let via = match via {
            None => 0,
            Some(Candidate { place: Place::Link { slot, .. }, .. }) => slot,
            Some(Candidate { index, .. }) => self.link(self.top_node(), index, node, access)?,
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
        let since = self.counts.iterations;
        let others = survey.rival_rank(player);
        self.levels.push(Level { state, node, player, rank, resolved, survey, others, window, via, since });
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

    /// Backs up the levels that the next iteration might not pass through again, from the last one up.
    fn back_up(&mut self, access: &mut Access<'_>) {
        let mut changed = false;
        while let Some(top) = self.levels.last() {
            if self.keeps_levels && !top.resolved && top.window.contains(top.rank, self.counts.iterations) {
                break;
            }
            if top.resolved && self.completion.is_early() {
                let hold = access.tree.hold(top.node);
                let selections = hold.links().iter().map(|link| link.selections);
                let effort = selections.fold(1, u32::saturating_add);
                drop(hold);
                if effort > 1 {
                    // What took one expansion takes no more when it is met again.
                    access.ledger.store_gain(
                        ledger_key(&top.state, self.completion),
                        top.rank.exact(),
                        effort,
                    );
                }
            }
            self.leave(access);
            changed = true;
        }
        if changed && let Some(top) = self.levels.last_mut() {
            top.survey = access.tree.hold(top.node).survey();
        }
    }

    /// Leaves the last level: writes its label and its selections, and backs up the level above, as Algorithm 4 does after
    /// its recursive call.
    fn leave(&mut self, access: &mut Access<'_>) {
        let Some(child) = self.levels.pop() else { return };
        // Another worker may have resolved it meanwhile.
        let label = access.tree.hold(child.node).set_label(child.label());
        self.spare.push(child.state);
        let Some(above) = self.levels.last_mut() else { return };
        // None, where an iteration that came here was cut short.
        let selections = self.counts.iterations + 1 - child.since;
        let mut hold = access.tree.hold(above.node);
        hold.add_selections(child.via, u32::try_from(selections).unwrap_or(u32::MAX));
        if !self.graded {
            drop(hold);
            self.look_around(access);
        } else if label.resolved {
            hold.settle(child.via, label.rank());
            above.survey.settled = hold.settled();
            above.rank = above.others.or_better(above.survey.settled, above.player);
            above.resolved = !above.others.is_something() || self.completion.is_decided_by(above.rank);
        } else {
            above.rank = label.rank().or_better(above.others, above.player);
            above.rank = above.rank.or_better(above.survey.settled, above.player);
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
        (level.rank, level.resolved) =
            back_up_from(&level.survey, hold.label(), level.player, self.completion);
        self.levels.push(level);
    }

    /// Leaves all levels, so that the tree holds every label and count. The search goes on all the same.
    pub fn come_back(&mut self, access: &mut Access<'_>) {
        while self.has_levels(&access.tree) {
            self.leave(access);
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
        let rank = above.fold(top.rank, |rank, level| {
            rank.or_better(level.others, level.player).or_better(level.survey.settled, level.player)
        });
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
        // A terminal state: the rules made its label. Or somebody has resolved it.
        return (label.rank(), label.resolved);
    }
    let all_resolved = survey.best.is_none();
    (rank, all_resolved || completion.is_decided_by(rank))
}

/// The end that a rival sets to the window of a child that is entered in this iteration: as [`Candidate::goes_before`]
/// says, a tie is decided for the child as long as it has been selected less often.
#[inline]
fn rival_end(rival: Option<Candidate>, child: Candidate, player: Player, iteration: u64) -> End {
    let Some(rival) = rival else { return End { rank: Rank::nothing(player), until: 0 } };
    let until = iteration + u64::from(rival.selections) + u64::from(child.index < rival.index);
    End { rank: rival.rank, until: until.saturating_sub(u64::from(child.selections) + 1) }
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
