//! What is said and shown about moves and clicks: positions made by hand, and random games in which
//! every claim is compared with what play shows.

use std::collections::BTreeSet;

use ninefold_core::{
    Agent, Host, Mark, MarkKind, Path, Phrase, Random, RandomAgent, Step, StepAction, View, Word,
    find_move, sentence,
};
use ninefold_games::registry;

/// A question about a position.
struct Ask<'a> {
    position: &'a str,
    question: Question<'a>,
}

#[derive(Clone, Copy)]
enum Question<'a> {
    /// What does this move do?
    Why(&'a str),
    /// What does it show?
    Preview(&'a str),
    /// Why does the last click do nothing? Sites by name.
    Refuse(&'a [&'a str]),
}

impl Host for Ask<'_> {
    type Output = String;

    fn receive<G: View>(self, game: G, _spec: String) -> String {
        let state = match self.position {
            "start" => game.start(0),
            text => game.parse_position(text).unwrap_or_else(|error| panic!("{error}")),
        };
        let path = Path::new(game.clone(), state);
        let legal = |text| find_move(&path, text).unwrap_or_else(|error| panic!("{error}"));
        match self.question {
            Question::Why(mv) => sentence(&game.why(&state, legal(mv))),
            Question::Preview(mv) => shown(&game, &game.preview(&state, legal(mv))),
            Question::Refuse(clicks) => {
                let sites = game.layout().sites;
                let site = |name| sites.iter().position(|site| site.name == name).expect(name);
                let (last, begun) = clicks.split_last().expect("a click");
                let steps =
                    walked(&game, &state, &begun.iter().copied().map(site).collect::<Vec<_>>());
                game.refuse(&state, &steps, site(last) as u16).to_string()
            }
        }
    }
}

/// The steps of clicks on these sites, which begin some legal move.
fn walked<G: View>(game: &G, state: &G::State, sites: &[usize]) -> Vec<Step> {
    if sites.is_empty() {
        return Vec::new();
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let begins = |turn: &Vec<Step>| {
        turn.len() >= sites.len()
            && turn.iter().zip(sites).all(|(step, &site)| usize::from(step.site) == site)
    };
    let turn = moves.into_iter().map(|mv| game.steps(state, mv)).find(begins);
    turn.expect("clicks that begin a move")[..sites.len()].to_vec()
}

/// Marks as text: kind, sites, owner, value.
fn shown<G: View>(game: &G, marks: &[Mark]) -> String {
    let sites = game.layout().sites;
    let one = |mark: &Mark| {
        let names: Vec<&str> =
            mark.sites.iter().map(|&site| sites[usize::from(site)].name.as_str()).collect();
        let owner = mark.owner.map(|owner| format!(" of {owner}")).unwrap_or_default();
        let value = mark.value.map(|value| format!(" = {value}")).unwrap_or_default();
        format!("{:?} {}{owner}{value}", mark.kind, names.join(" "))
    };
    marks.iter().map(one).collect::<Vec<_>>().join("; ")
}

fn ask(spec: &str, position: &str, question: Question<'_>) -> String {
    registry().open(spec, Ask { position, question }).unwrap_or_else(|error| panic!("{error}"))
}

fn why(spec: &str, position: &str, mv: &str) -> String {
    ask(spec, position, Question::Why(mv))
}

fn preview(spec: &str, position: &str, mv: &str) -> String {
    ask(spec, position, Question::Preview(mv))
}

fn refuse(spec: &str, position: &str, clicks: &[&str]) -> String {
    ask(spec, position, Question::Refuse(clicks))
}

/// White: a7 d7 b4 f2; Black: g4 g1 c3; White places.
const PLACING: &str = "ww./.../.../.w...b/b../..w/..b w 5,5";

#[test]
fn morris_says_what_mills_are_closed_stopped_and_threatened() {
    assert_eq!(
        why("morris", PLACING, "g7xc3"),
        "Closes the mill a7-d7-g7 and takes c3; keeps Black from closing a mill at g7."
    );
    assert_eq!(why("morris", PLACING, "e3"), "Leaves Black a mill to close at g7.");
    // With White on c5 and e5 as well: d5 closes one mill, and threatens d6 on the spoke.
    let spoke = "ww./.../w.w/.....b/b../.../..b w 5,5";
    assert_eq!(
        why("morris", spoke, "d5xc3"),
        "Closes the mill c5-d5-e5 and takes c3; leaves Black a mill to close at g7; \
         threatens several mills at once, at g7 and d6."
    );
    assert_eq!(why("morris", "start", "b4"), "Stands on a point with 4 neighbours.");
    assert_eq!(why("morris", "start", "a7"), "Stands on a point with 2 neighbours.");
}

/// White: a7 d7 g7 and d5; Black: b6 d6 f6 a1; nobody has men in hand.
const MOVING: &str = "www/bbb/.w./....../.../.../b.. w 0,0";

#[test]
fn morris_says_what_opening_a_mill_and_winning_mean() {
    assert_eq!(
        why("morris", MOVING, "a7-a4"),
        "Opens the mill a7-d7-g7, which can close again at a7; frees d7."
    );
    assert_eq!(why("morris", MOVING, "d5-e5"), "Quiet move.");
    // Three men against three: taking one wins.
    let last = "ww./bb./.../.....w/.../.../..b w 0,0";
    assert_eq!(
        why("morris", last, "g4-g7xb6"),
        "Closes the mill a7-d7-g7 and takes b6; wins: Black has two men left."
    );
}

#[test]
fn morris_shows_mills_and_threats() {
    assert_eq!(preview("morris", PLACING, "g7xc3"), "Mill a7 d7 g7 of 1");
    assert_eq!(preview("morris", MOVING, "a7-a4"), "BrokenMill a7 d7 g7 of 1; Threat a7 of 1");
}

#[test]
fn morris_says_why_a_click_does_nothing() {
    assert_eq!(refuse("morris", PLACING, &["g4"]), "g4 is taken");
    assert_eq!(refuse("morris", PLACING, &["a7"]), "place your men in hand first");
    assert_eq!(refuse("morris", PLACING, &["g7", "a7"]), "the man on a7 is your own");
    assert_eq!(refuse("morris", PLACING, &["g7", "a4"]), "there is no man on a4");
    let protected = "ww./.../.../.....b/bbb/.../..b w 4,4";
    assert_eq!(refuse("morris", protected, &["g7", "d3"]), "the man on d3 is protected by a mill");
    assert_eq!(refuse("morris", MOVING, &["d7"]), "the man on d7 has no empty point beside it");
    assert_eq!(refuse("morris", MOVING, &["b6"]), "the man on b6 is not yours");
    assert_eq!(refuse("morris", MOVING, &["c4"]), "there is no man on c4");
    assert_eq!(refuse("morris", MOVING, &["d5", "e4"]), "e4 is not next to d5");
    assert_eq!(refuse("morris", MOVING, &["d5", "d6"]), "d6 is taken");
    assert_eq!(refuse("morris", MOVING, &["d5", "d5"]), "the piece on d5 has to move");
    let over = "www/.../.../....../.../.../b.b b 0,0";
    assert_eq!(refuse("morris", over, &["a1"]), "the game is over");
    assert_eq!(refuse("morris:draws=8/4/2", &format!("{MOVING} 0,4"), &["d5"]), "the game is over");
}

#[test]
fn a_countdown_that_ends_is_said() {
    let last = format!("{MOVING} 1,4");
    assert_eq!(why("morris:draws=8/4/2", &last, "d5-e5"), "Ends the game in a draw; quiet move.");
}

#[test]
fn three_in_a_row_says_what_wins_blocks_and_threatens() {
    assert_eq!(why("tictactoe", "start", "2,2"), "Takes the centre.");
    assert_eq!(why("tictactoe", "start", "1,1"), "Takes a corner.");
    assert_eq!(why("tictactoe", "start", "1,2"), "Quiet move.");
    assert_eq!(why("tictactoe", "110/220/000 1", "1,3"), "Completes 3 in a row and wins.");
    assert_eq!(
        why("tictactoe", "110/020/000 2", "1,3"),
        "Keeps X from 3 in a row; threatens to win at 3,1."
    );
    assert_eq!(why("tictactoe", "110/020/000 2", "3,3"), "Leaves X a win at 1,3.");
    // Corner, centre, opposite corner: the third corner wins for X.
    assert_eq!(
        why("tictactoe", "100/020/201 1", "1,3"),
        "Keeps O from 3 in a row; threatens to win in several places, 1,2 and 2,3."
    );
    assert_eq!(
        why("tictactoe", "100/020/001 2", "1,3"),
        "Takes the cell from which X would threaten to win twice; threatens to win at 3,1."
    );
    assert_eq!(why("tictactoe", "121/122/210 1", "3,3"), "Fills the board: a draw.");
    assert_eq!(preview("tictactoe", "110/220/000 1", "1,3"), "WinningLine 1,1 1,2 1,3 of 1");
    assert_eq!(preview("tictactoe", "110/020/000 2", "1,3"), "Threat 3,1 of 2");
    assert_eq!(refuse("tictactoe", "110/020/000 2", &["1,1"]), "1,1 is taken");
}

#[test]
fn five_in_a_row_knows_open_lines() {
    let row = |cells: &str| {
        let empty = "0".repeat(9);
        let rows: Vec<&str> = (0..9).map(|row| if row == 4 { cells } else { &*empty }).collect();
        rows.join("/")
    };
    let open = format!("{} 1", row("000110000"));
    assert_eq!(why("mnk:9,9,5", &open, "5,6"), "Makes an open line of 3.");
    assert_eq!(why("mnk:9,9,5", &open, "5,8"), "Has 3 in a line that can still become 5.");
    let open_with_gap = format!("{} 1", row("001010000"));
    assert_eq!(why("mnk:9,9,5", &open_with_gap, "5,6"), "Makes an open line of 3.");
    // A wall on one side: three stones that can become five, but not in two ways.
    let half = format!("{} 1", row("021100000"));
    assert_eq!(
        why("mnk:9,9,5", &half, "5,5"),
        "Takes the centre; has 3 in a line that can still become 5."
    );
    let four = format!("{} 1", row("000111000"));
    assert_eq!(why("mnk:9,9,5", &four, "5,7"), "Threatens to win in several places, 5,3 and 5,8.");
    assert_eq!(
        why("mnk:9,9,5", &four.replace(" 1", " 2"), "5,7"),
        "Takes the cell from which Black would threaten to win twice."
    );
}

/// The position of the report's first figure: row 6 has five stones.
const FIGURE: &str = ".x.x.x/..xx../....../....x./....../xxx.xx 0-0 1";

#[test]
fn three_six_nine_says_what_is_earned_and_opened() {
    // The answer 2,5 is the third stone on its row, its column and its anti-diagonal.
    assert_eq!(
        why("369:6", FIGURE, "6,4"),
        "Earns 3 points: sixth stone on row 6 and third stone on column 4; \
         the best answer earns 3 points."
    );
    assert_eq!(
        why("369:6", "x...../....../....../....../....../...... 0-0 2", "1,6"),
        "Earns nothing; the next stone on row 1 will score; the best answer earns 1 point."
    );
    assert_eq!(why("369:3", "x../.../... 0-0 2", "2,3"), "Earns nothing; no answer earns a point.");
    assert_eq!(
        why("369:3", "xxx/xxx/xx. 2-2 1", "3,3"),
        "Earns 3 points: third stone on row 3, third stone on column 3 and third stone on \
         the diagonal 1,1 to 3,3; fills the board and wins, 5 points to 2."
    );
    assert_eq!(
        preview("369:3", "x../.x./... 0-0 1", "3,3"),
        "Gain 1,1 2,2 3,3 = 1; LineCount 3,1 3,2 3,3 = 1; LineCount 1,3 2,3 3,3 = 1; \
         LineCount 1,1 2,2 3,3 = 3"
    );
    assert_eq!(refuse("369:3", "x../.../... 0-0 2", &["1,1"]), "1,1 is taken");
}

/// The figure of the 9tka paper, rebuilt from its listed moves.
const NINETKA: &str = "02212222210/20000000001/10505000002/20000000502/20000000002/10000500502/\
    20500000002/20000005002/10050050001/10000000001/01111111110";

#[test]
fn ninetka_says_where_a_counter_stops_and_whom_it_blocks() {
    let second = format!("{NINETKA} 2");
    assert_eq!(
        why("9tka:2", &second, "1,0"),
        "Slides to 1,9 in section 3; takes section 3, 1 to 0; blocks Yellow at 0,9 and Yellow at 1,10."
    );
    // The first move of the paper's first example is answered from below.
    assert_eq!(
        preview("9tka:2", &second, "0,6"),
        "Stop 7,6 of 2; Tally 7,4 7,5 7,6 8,4 8,5 8,6 9,4 9,5 9,6 of 2 = 1; \
         WonSection 7,4 7,5 7,6 8,4 8,5 8,6 9,4 9,5 9,6 of 2"
    );
    assert_eq!(refuse("9tka:2", &second, &["2,0"]), "the counter on 2,0 is not yours");
    assert_eq!(refuse("9tka:2", &second, &["5,5"]), "counters on the board do not move");
    assert_eq!(refuse("9tka:2", &second, &["0,6", "1,6"]), "the counter from 0,6 stops at 7,6");
    assert_eq!(
        refuse("9tka:2", "start", &["5,5"]),
        "counters are placed on the slots beside the board"
    );
}

#[test]
fn ninetka_says_that_a_counter_is_blocked() {
    // After 1,0 has slid to 1,9 Yellow's counters at 0,9 and 1,10 are shut in.
    let after = NINETKA.replacen("/20000000001/", "/00000000021/", 1);
    let first = format!("{after} 1");
    assert_eq!(
        refuse("9tka:2", &first, &["0,9"]),
        "the counter on 0,9 is blocked: 1,9 in front of it is taken"
    );
    assert_eq!(refuse("9tka:2", &first, &["1,0"]), "there is no counter on 1,0");
}

/// Random games in which what is said is compared with what play shows.
struct Truth {
    seed: u64,
}

/// How often a claim was checked, by its form.
type Claims = Vec<String>;

impl Host for Truth {
    type Output = Claims;

    fn receive<G: View>(self, game: G, spec: String) -> Claims {
        let mut claims = Vec::new();
        let mut path = Path::new(game.clone(), game.start(self.seed));
        let mut agent = RandomAgent::new(Random::stream(self.seed, 1), None);
        while path.played().len() < 120 {
            let mut moves = Vec::new();
            path.moves(&mut moves);
            for &mv in &moves {
                let why = game.why(path.state(), mv);
                for clause in &why {
                    let place = format!(
                        "{spec} at {:?}: {} says {clause}",
                        game.position_text(path.state()),
                        game.move_text(mv)
                    );
                    if compare(&path, mv, clause, &place) {
                        claims.push(clause.form.to_string());
                    }
                }
                check_preview(&path, mv, &mut claims);
            }
            let Some(mv) = agent.choose(&path) else { break };
            path.play(mv);
        }
        claims
    }
}

/// Compares a clause with play; says whether it is one that can be compared.
fn compare<G: View>(path: &Path<G>, mv: G::Move, clause: &Phrase, place: &str) -> bool {
    let game = path.game();
    let (before, mut after) = (*path.state(), *path.state());
    game.play(&mut after, mv);
    let mover = game.to_move(&before);
    let won = |state: &G::State| {
        game.outcome(state).and_then(|end| end.payoffs.sole_winner(game.players()))
    };
    let points = |state: &G::State, player: usize| game.points(state)[player];
    let mut replies = Vec::new();
    game.moves(&after, &mut replies);
    let replied = |reply: &G::Move| {
        let mut state = after;
        game.play(&mut state, *reply);
        state
    };
    let form = &*clause.form;
    if form.contains("wins") && form != "ends the game: {0} wins with {1} sections" {
        assert_eq!(won(&after), Some(mover), "{place}");
    } else if form.starts_with("earns") {
        let earned = points(&after, mover.index()) - points(&before, mover.index());
        let said = match form {
            "earns nothing" => 0,
            "earns 1 point: {0}" => 1,
            _ => number(&clause.values[0]),
        };
        assert_eq!(earned, said, "{place}");
    } else if form.starts_with("the best answer") || form.starts_with("no answer") {
        let other = mover.other().index();
        let gain = |reply| points(&replied(reply), other) - points(&after, other);
        let said = match form {
            "no answer earns a point" => 0,
            "the best answer earns 1 point" => 1,
            _ => number(&clause.values[0]),
        };
        assert_eq!(replies.iter().map(gain).max(), Some(said), "{place}");
    } else if form == "leaves {0} a win at {1}" {
        let wins = replies.iter().filter(|reply| won(&replied(reply)) == Some(mover.other()));
        let wins: BTreeSet<String> = wins.map(|&reply| game.move_text(reply)).collect();
        assert_eq!(wins, names(&clause.values[1]), "{place}");
    } else if form == "leaves {0} a mill to close at {1}" {
        let takes = |turn: &Vec<Step>| turn.iter().any(|step| step.action == StepAction::Take);
        let turns = replies.iter().map(|&reply| game.steps(&after, reply)).filter(takes);
        let sites = game.layout().sites;
        let target = |turn: Vec<Step>| sites[usize::from(turn[turn.len() - 2].site)].name.clone();
        let points: BTreeSet<String> = turns.map(target).collect();
        assert_eq!(points, names(&clause.values[1]), "{place}");
    } else if form == "slides to {0} in section {1}" {
        let stop = game.steps(&before, mv).last().map(|step| usize::from(step.site));
        let layout = game.layout();
        let name = &layout.sites[stop.expect("a step")].name;
        assert_eq!(BTreeSet::from([name.clone()]), names(&clause.values[0]), "{place}");
        let region = &layout.regions[number(&clause.values[1]) as usize - 1];
        assert!(region.sites.contains(&(stop.expect("a step") as u16)), "{place}");
    } else if form == "takes section {0}, {1} to {2}" {
        let sections = |state| game.scene(state).scores[mover.index()];
        assert_eq!(sections(&after), sections(&before) + 1, "{place}");
    } else if form.starts_with("ends {0}'s hold") {
        let sections = |state| game.scene(state).scores.iter().sum::<i32>();
        assert_eq!(sections(&after), sections(&before) - 1, "{place}");
    } else {
        return false;
    }
    true
}

/// Counts, mills, sections and blocked counters of a preview are those of the position after.
fn check_preview<G: View>(path: &Path<G>, mv: G::Move, claims: &mut Claims) {
    let game = path.game();
    let mut after = *path.state();
    game.play(&mut after, mv);
    let (before, scene) = (game.scene(path.state()), game.scene(&after));
    let mover = game.to_move(path.state()).index();
    let marks = game.preview(path.state(), mv);
    for mark in &marks {
        let holds = match mark.kind {
            MarkKind::Mill
            | MarkKind::WinningLine
            | MarkKind::WonSection
            | MarkKind::LineCount
            | MarkKind::Offer
            | MarkKind::Tally => scene.marks.contains(mark),
            MarkKind::Blocked => scene.marks.iter().any(|then| {
                then.kind == mark.kind
                    && then.owner == mark.owner
                    && mark.sites.iter().all(|site| then.sites.contains(site))
            }),
            MarkKind::BrokenMill => {
                let mill = Mark { kind: MarkKind::Mill, ..mark.clone() };
                before.marks.contains(&mill) && !scene.marks.contains(&mill)
            }
            MarkKind::LostSection => {
                let section = Mark { kind: MarkKind::WonSection, ..mark.clone() };
                before.marks.contains(&section) && !scene.marks.contains(&section)
            }
            _ => continue,
        };
        assert!(holds, "{mark:?} of {}", game.move_text(mv));
        claims.push(format!("{:?}", mark.kind));
    }
    if !scene.scores.is_empty() && scene.score_name == "points" {
        let gains = marks.iter().filter(|mark| mark.kind == MarkKind::Gain);
        let gained: i32 = gains.filter_map(|mark| mark.value).sum();
        assert_eq!(gained, scene.scores[mover] - before.scores[mover]);
        claims.push("Gain".into());
    }
}

fn number(word: &Word) -> i32 {
    word.to_string().parse().expect("a number")
}

/// The names of a list, which a comma and a space or "and" separates.
fn names(word: &Word) -> BTreeSet<String> {
    word.to_string().replace(" and ", ", ").split(", ").map(str::to_owned).collect()
}

#[test]
fn what_is_said_and_shown_is_what_play_shows() {
    let mut claims = BTreeSet::new();
    let specs = [
        "morris",
        "morris:flying=off,protect=off",
        "mnk:3,3,3",
        "mnk:5,6,4",
        "mnk:7,7,5",
        "369:3",
        "369:6",
        "369:9,points=2/0/5",
        "9tka:2",
        "9tka:3",
        "9tka:4",
    ];
    for spec in specs {
        for seed in 0..4 {
            claims.extend(registry().open(spec, Truth { seed }).expect("a known game"));
        }
    }
    let wanted = [
        "wins: {0} has two men left",
        "completes {0} in a row and wins",
        "leaves {0} a win at {1}",
        "leaves {0} a mill to close at {1}",
        "earns 1 point: {0}",
        "earns {0} points: {1}",
        "earns nothing",
        "the best answer earns {0} points",
        "no answer earns a point",
        "slides to {0} in section {1}",
        "takes section {0}, {1} to {2}",
        "ends {0}'s hold of section {1}, {2} each",
        "ends the game and wins with {0} sections",
        "Mill",
        "BrokenMill",
        "WinningLine",
        "WonSection",
        "LostSection",
        "LineCount",
        "Offer",
        "Tally",
        "Blocked",
        "Gain",
    ];
    for claim in wanted {
        assert!(claims.contains(claim), "nobody said {claim:?}: {claims:?}");
    }
}
