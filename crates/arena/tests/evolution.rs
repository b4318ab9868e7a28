//! Evolution: the paper's numbers, and the same stages however often it is interrupted.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use ninefold_arena::{
    End, Evolution, EvolutionPlan, GameResult, Gene, Job, Method, Play, ResultSink, RunHandle,
    SetResult, SinkError, Trials,
};
use ninefold_core::StopFlag;

fn plan(method: Method, families: usize, generations: usize) -> EvolutionPlan {
    let gene = |name: &str, low, high| Gene { name: name.into(), low, high };
    EvolutionPlan {
        game: "a game".into(),
        player: "player({}/{}/{}/{})".into(),
        genes: vec![gene("a", 0, 100), gene("b", 0, 100), gene("c", -50, 50), gene("d", 900, 1200)],
        method,
        population: 50,
        generations,
        families,
        seed: 11,
        opening: 0,
        plies: 85,
        mutation: None,
        begin: Vec::new(),
        trials: None,
        kept: None,
    }
}

/// The numbers of `player(1/2/3/4)`.
fn numbers(player: &str) -> Vec<i64> {
    let inside = player.trim_start_matches("player(").trim_end_matches(')');
    inside.split('/').map(|number| number.parse().expect("a number")).collect()
}

/// A made up game: whoever is nearer to 70, 30, 20, 1000 wins, and near equals tie.
fn play() -> Play {
    Arc::new(|job: &Job, _: &StopFlag| {
        let far = |player: &String| -> i64 {
            numbers(player).iter().zip([70, 30, 20, 1000]).map(|(a, b)| (a - b).abs()).sum()
        };
        let (first, second) = (far(&job.players[0]), far(&job.players[1]));
        let share = match second - first {
            -3..=3 => 0.5,
            lead if lead > 0 => 1.0,
            _ => 0.0,
        };
        let game = |seats: Vec<usize>, points: Vec<f64>| GameResult {
            seats,
            points,
            reason: "made up".into(),
            seed: job.seed,
            ..GameResult::default()
        };
        let (a, b) = (job.entrants[0], job.entrants[1]);
        let games = vec![
            game(vec![a, b], vec![share, 1.0 - share]),
            game(vec![b, a], vec![1.0 - share, share]),
        ];
        Some(SetResult { run: job.run, set: job.set, games })
    })
}

/// Keeps so many more results, then fails.
#[derive(Clone, Default)]
struct Limited(Arc<Mutex<BTreeMap<u64, SetResult>>>, usize);

impl ResultSink for Limited {
    fn kept(&mut self) -> Result<Vec<SetResult>, SinkError> {
        Ok(self.0.lock().expect("no panic").values().cloned().collect())
    }

    fn keep(&mut self, results: &[SetResult]) -> Result<(), SinkError> {
        self.1 = self.1.checked_sub(results.len()).ok_or_else(|| SinkError("full".into()))?;
        self.0.lock().expect("no panic").extend(results.iter().map(|r| (r.set, r.clone())));
        Ok(())
    }

    fn close(&mut self, _chunks: u64, _reason: &str) -> Result<(), SinkError> {
        Ok(())
    }
}

fn run(plan: &EvolutionPlan, keeper: Limited, threads: usize) -> (End, Vec<SetResult>) {
    let stages = Evolution::new(plan.clone(), 1, vec![0; plan.stages() * plan.openings()]);
    RunHandle::start(Box::new(stages), Box::new(keeper), play(), threads).wait()
}

fn whole(plan: &EvolutionPlan) -> Vec<SetResult> {
    let (end, results) = run(plan, Limited(Arc::default(), usize::MAX), 3);
    assert!(matches!(end, End::Finished(_)), "{end:?}");
    results
}

/// Fifty sets, 2450 games; the best ten stay in their order and forty children follow, two a crossover, each
/// the numbers of its parents around the cut.
#[test]
fn the_second_tournament_is_made_as_the_paper_says() {
    let plan = plan(Method::Paper, 1, 2);
    assert_eq!(plan.games(), 4900);
    let results = whole(&plan);
    assert_eq!(results.len(), 2450);
    let generations = plan.generations_of(&results);
    let [first, second] = &generations[..] else { panic!("two tournaments") };
    assert_eq!((first.members.len(), second.members.len(), second.first), (50, 50, 50));
    for member in &first.members {
        for (number, gene) in member.genome.iter().zip(&plan.genes) {
            assert!((gene.low..=gene.high).contains(number));
        }
    }
    let games: u64 = first.tally.iter().map(|tally| tally.iter().sum::<u64>()).sum();
    assert_eq!(games, 2 * 2450);
    for pair in first.ranking.windows(2) {
        assert!(first.score(pair[0]) >= first.score(pair[1]));
    }
    let best: Vec<_> =
        first.ranking[..10].iter().map(|&member| &first.members[member].genome).collect();
    let mut parts = [0; 10];
    for (place, member) in second.members.iter().enumerate() {
        match member.birth {
            None => assert_eq!(&member.genome, best[place]),
            Some(birth) => {
                assert!(place >= 10 && (1..plan.genes.len()).contains(&birth.cut));
                let (head, tail) = member.genome.split_at(birth.cut);
                assert_eq!(head, &best[birth.first][..birth.cut]);
                assert_eq!(tail, &best[birth.second][birth.cut..]);
                parts[birth.first] += 1;
            }
        }
    }
    assert_eq!(parts, [10, 7, 5, 5, 4, 3, 2, 2, 1, 1]);
}

#[test]
fn interruptions_change_nothing() {
    let trials = Some(Trials { openings: 50, opponent: None });
    let spsa = EvolutionPlan { trials, ..plan(Method::Spsa, 1, 3) };
    for plan in [plan(Method::Paper, 1, 2), plan(Method::Cmaes, 1, 3), plan(Method::Ga, 2, 2), spsa]
    {
        let wanted = whole(&plan);
        let notebook = Limited::default();
        for more in [100, 1300, 900] {
            run(&plan, Limited(notebook.0.clone(), more), 2);
        }
        let (end, results) = run(&plan, Limited(notebook.0, usize::MAX), 4);
        assert!(matches!(end, End::Finished(_)), "{end:?}");
        assert_eq!(results, wanted);
    }
}

/// Every method gets nearer to what wins, and the champions of several families meet.
#[test]
fn every_method_improves() {
    for method in [Method::Paper, Method::Ga, Method::Cmaes] {
        let plan = plan(method, 1, 8);
        let generations = plan.generations_of(&whole(&plan));
        let far = |index: usize| -> i64 {
            let generation = &generations[index];
            let best = &generation.members[generation.ranking[0]].genome;
            best.iter().zip([70, 30, 20, 1000]).map(|(a, b)| (a - b).abs()).sum()
        };
        assert!(far(7) < far(0), "{method:?}: {} then {}", far(0), far(7));
    }
    let plan = plan(Method::Paper, 3, 2);
    let generations = plan.generations_of(&whole(&plan));
    assert_eq!(generations.len(), 7);
    let last = generations.last().expect("a last one");
    assert_eq!((last.stage, last.members.len()), (2, 50));
    for family in &generations[3..6] {
        let champion = &family.members[family.ranking[0]].genome;
        assert!(last.members[..10].iter().any(|member| member.genome == *champion));
    }
}

/// How many numbers of the children of a second population come from neither parent.
fn drawn_anew(plan: &EvolutionPlan) -> usize {
    let generations = plan.generations_of(&whole(plan));
    let [first, second] = &generations[..] else { panic!("two tournaments") };
    let parent = |place: usize| &first.members[first.ranking[place]].genome;
    let anew = second.members.iter().filter_map(|member| {
        let birth = member.birth?;
        let (head, tail) = (&parent(birth.first)[..birth.cut], &parent(birth.second)[birth.cut..]);
        Some(
            member.genome.iter().zip(head.iter().chain(tail)).filter(|(own, of)| own != of).count(),
        )
    });
    anew.sum()
}

/// Forty children have 160 numbers; one drawn anew is hardly ever the same as before.
#[test]
fn mutation_draws_as_often_as_it_is_told() {
    let with = |mutation| EvolutionPlan { mutation, ..plan(Method::Ga, 1, 2) };
    assert_eq!(drawn_anew(&with(Some(0))), 0);
    assert!((1..30).contains(&drawn_anew(&with(None))));
    assert!((150..=160).contains(&drawn_anew(&with(Some(100)))));
}

/// The paper keeps ten of fifty; of a small population half stay, so that there is room for children.
#[test]
fn small_populations_have_children_too() {
    for population in 4..=30 {
        let kept = EvolutionPlan::kept_of(Method::Paper, population);
        let small = EvolutionPlan { population, kept, ..plan(Method::Paper, 1, 2) };
        let generations = small.generations_of(&whole(&small));
        let children = generations[1].members.iter().filter(|member| member.birth.is_some());
        assert_eq!(children.count(), population - (population / 2).min(10), "of {population}");
    }
}

#[test]
fn an_evolution_begins_with_the_sets_it_is_given() {
    let begin = vec![vec![69, 31, 21, 1001], vec![71, 29, 19, 999]];
    let given = EvolutionPlan { begin: begin.clone(), ..plan(Method::Paper, 1, 1) };
    let first = &given.generations_of(&whole(&given))[0];
    let genomes: Vec<_> = first.members.iter().map(|member| member.genome.clone()).collect();
    assert_eq!((genomes.len(), &genomes[..2]), (50, &begin[..]));
    assert!(first.ranking[0] < 2, "nobody drawn by chance is as near");
    let around = EvolutionPlan { method: Method::Cmaes, ..given };
    let first = &around.generations_of(&whole(&around))[0];
    let mean: f64 = first.members.iter().map(|member| member.genome[0] as f64).sum::<f64>() / 50.0;
    assert!((55.0..85.0).contains(&mean), "{mean}");
}

/// Whoever meets one opponent only is measured by it: on every opening from both seats, and the opponent is no member.
#[test]
fn everybody_may_meet_one_opponent() {
    let opponent = "player(60/40/10/1010)".to_owned();
    let trials = Some(Trials { openings: 3, opponent: Some(opponent.clone()) });
    for method in [Method::Ga, Method::Cmaes, Method::Spsa] {
        let plan = EvolutionPlan { trials: trials.clone(), population: 21, ..plan(method, 1, 4) };
        assert_eq!((plan.sets(), plan.games()), (63, 2 * 4 * 63));
        let results = whole(&plan);
        let generations = plan.generations_of(&results);
        for generation in generations.iter().filter(|generation| generation.stage < 4) {
            assert_eq!(
                generation.tally.iter().map(|tally| tally.iter().sum()).collect::<Vec<u64>>(),
                [6; 21]
            );
        }
        for game in results.iter().flat_map(|result| &result.games) {
            assert!(game.seats.contains(&plan.opponent_number()));
        }
        assert_eq!(plan.opponent_number(), 84);
    }
}

/// A point plays nobody: the two of each pair around it meet. It ends nearer to what wins, one step after its last games,
/// and is the champion however its neighbours did.
#[test]
fn a_point_follows_the_pairs_around_it() {
    let trials = Some(Trials { openings: 2, opponent: None });
    let plan = EvolutionPlan { trials, population: 20, ..plan(Method::Spsa, 1, 40) };
    assert_eq!((plan.sets(), plan.games()), (18, 40 * 36), "nine pairs, two openings");
    let generations = plan.generations_of(&whole(&plan));
    let [first, .., last] = &generations[..] else { panic!("many") };
    assert_eq!((generations.len(), first.members.len(), last.members.len()), (41, 19, 1));
    assert_eq!(first.tally[0], [0; 3]);
    assert!(generations.iter().all(|generation| generation.ranking[0] == 0));
    let far = |genome: &[i64]| -> i64 {
        genome.iter().zip([70, 30, 20, 1000]).map(|(a, b)| (a - b).abs()).sum()
    };
    let (begun, ended) = (far(&first.members[0].genome), far(&last.members[0].genome));
    assert!(ended * 4 < begun, "{begun} then {ended}");
}
