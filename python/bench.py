"""How fast the package is, beside OpenSpiel in the same run: python python/bench.py [--tables FOLDER]

Speeds are printed, never asserted. OpenSpiel is compared if it is installed, look-ups are timed if a folder of tables with at
least six men is named (`ninefold tables build morris --men 6`).
"""

import argparse
import operator
import random
import time

import ninefold as nf

PAIRS = [("tic_tac_toe", "tictactoe"), ("nine_mens_morris", "morris"), ("connect_four", "connect4")]


def best_of(times, run):
    """The least CPU time of several runs, which is the one that others on the machine disturbed least. What uses several
    cores is counted by all of them, so that ratios are those of one core."""
    taken = []
    for _ in range(times):
        begun = time.process_time()
        result = run()
        taken.append(time.process_time() - begun)
    return min(taken), result


def plain_loop(load, spec, games, most, choose=None):
    """Random games, a call a question: how everybody begins. How many moves they have."""
    game, dice, plies = load(spec), random.Random(1), 0
    choose = choose or dice.choice
    for _ in range(games):
        state = game.new_initial_state()
        for _ in range(most):
            if state.is_terminal():
                break
            state.apply_action(choose(state.legal_actions()))
            plies += 1
    return plies


def captures(spec, games, most, choose=None):
    """How many of the moves of the same games take a man: to OpenSpiel that is a move of its own."""
    if spec != "morris":
        return 0
    taken = 0
    dice = random.Random(1)
    choose = choose or dice.choice

    def counting(actions):
        nonlocal taken
        action = choose(actions)
        taken += action % 25 != 0
        return action

    plain_loop(nf.load_game, spec, games, most, counting)
    return taken


def microseconds(name, call, times=20_000):
    def run():
        for _ in range(times):
            call()

    taken, _ = best_of(5, run)
    print(f"  {name:<44}{1e6 * taken / times:8.2f} µs")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", help="a folder with tables of morris")
    parser.add_argument("--positions", type=int, default=1_000_000)
    args = parser.parse_args()
    try:
        import pyspiel
    except ImportError:
        pyspiel = None
        print("OpenSpiel is not installed: no ratios")

    print("calls")
    state = nf.load_game("morris").new_initial_state()
    microseconds("legal_actions of morris at the start, asked again", state.legal_actions)

    microseconds("clone and legal_actions of morris", lambda: state.clone().legal_actions())
    microseconds("clone", state.clone)
    microseconds("observation_tensor", state.observation_tensor)

    for theirs, ours in PAIRS:
        # What OpenSpiel plays one by one counts one by one: a slide that takes a man is two steps.
        print(f"random games of {ours}: steps a second of CPU, games a second, steps a game")

        def line(name, steps, games, seconds):
            print(f"  {name:<44}{steps / seconds:12,.0f}{games / seconds:12,.0f}{steps / games:8.1f}")
            return steps / seconds

        taken, plies = best_of(5, lambda: plain_loop(nf.load_game, ours, 300, 200))
        loop = line("a plain Python loop", plies + captures(ours, 300, 200), 300, taken)
        count, batches = 50_000 if ours != "morris" else 10_000, {}
        for by in ("turns", "steps") if ours == "morris" else ("turns",):
            taken, played = best_of(5, lambda: nf.load_game(ours).playouts(count, seed=1, max_plies=200, by=by))
            batches[by] = line(f"one call for all, evenly by {by}", played["steps"].sum(), count, taken)
        if pyspiel:
            taken, moves = best_of(5, lambda: plain_loop(pyspiel.load_game, theirs, 300, 200))
            rate = line("OpenSpiel, a plain Python loop", moves, 300, taken)
            # Without dice, which cost both the same: the first legal action.
            rates = []
            first = operator.itemgetter(0)
            for load, spec in ((nf.load_game, ours), (pyspiel.load_game, theirs)):
                taken, straight = best_of(5, lambda: plain_loop(load, spec, 300, 200, first))
                also = captures(ours, 300, 200, first) if load is nf.load_game else 0
                rates.append((straight + also) / taken)
            print(f"  {'always the first action, both':<44}{rates[0]:12,.0f}{rates[1]:12,.0f}{rates[0] / rates[1]:8.1f}")
            told = [f"{batches[by] / rate:.1f} a core by {by}" for by in batches]
            print(f"  ratios of steps: loop {loop / rate:.2f}, one call for all {', '.join(told)}")

    if args.tables:
        tables = nf.tables.Tables(args.tables)
        few = min(6, tables.men)
        look_up(f"three to {few} men", lambda: tables.sample(args.positions, seed=1, men=(3, few)), tables)
        if tables.men == 9:
            look_up("seven to nine men", lambda: tables.sample(args.positions, seed=1, men=(7, 9)), tables)
        if tables.covers_placing:
            look_up("the placing phase", lambda: placing(args.positions), tables)


def placing(count):
    """Positions of random games in which men are in hand."""
    batch = nf.load_game("morris:draws=off").sample(count + count // 8, seed=1, max_plies=18)
    hands = batch.to_array()[:, -2:].sum(axis=1)
    return batch[hands.nonzero()[0][:count]]


def look_up(what, draw, tables):
    """How long it takes to draw positions, to look them up and to count."""
    whole = begun = time.process_time()
    batch = draw()
    print(f"{len(batch):,} positions of {what}, seconds of CPU")
    print(f"  {'drawn':<44}{time.process_time() - begun:8.2f}")
    begun = time.process_time()
    found = tables.probe(batch)
    distances = "value and distance" if (found["plies"] >= 0).any() else "value"
    print(f"  {f'looked up: {distances}':<44}{time.process_time() - begun:8.2f}")
    begun = time.process_time()
    names, counts = batch.features("est")
    print(f"  {f'{len(names)} features of est':<44}{time.process_time() - begun:8.2f}")
    print(f"  {'all together':<44}{time.process_time() - whole:8.2f}")
    for value, name in ((1, "won"), (0, "drawn"), (-1, "lost")):
        print(f"  {name:<44}{100 * (found['value'] == value).mean():8.2f} %")


if __name__ == "__main__":
    main()
