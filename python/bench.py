"""How fast the package is, beside OpenSpiel in the same run: python python/bench.py [--tables FOLDER]

Speeds are printed, never asserted. OpenSpiel is compared if it is installed, look-ups are timed if a folder of tables with at
least six men is named (`ninefold tables build morris --men 6`).
"""

import argparse
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


def plain_loop(load, spec, games, most):
    """Random games, a call a question: how everybody begins."""
    game, dice, plies = load(spec), random.Random(1), 0
    for _ in range(games):
        state = game.new_initial_state()
        for _ in range(most):
            if state.is_terminal():
                break
            state.apply_action(dice.choice(state.legal_actions()))
            plies += 1
    return plies


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
        print(f"random games of {ours}, moves a second of CPU")
        # OpenSpiel counts placing, sliding and taking as moves of their own: games are compared, each to 200 moves at most.
        taken, plies = best_of(3, lambda: plain_loop(nf.load_game, ours, 300, 200))
        loop = 300 / taken
        print(f"  {'a plain Python loop':<44}{plies / taken:12,.0f}  {loop:10,.0f} games/s")
        count = 50_000 if ours != "morris" else 10_000
        taken, played = best_of(3, lambda: nf.load_game(ours).playouts(count, seed=1, max_plies=200))
        batch = count / taken
        print(f"  {'one call for all':<44}{played['plies'].sum() / taken:12,.0f}  {batch:10,.0f} games/s")
        if pyspiel:
            taken, moves = best_of(3, lambda: plain_loop(pyspiel.load_game, theirs, 300, 200))
            other, rate = 300 / taken, moves / taken
            print(f"  {'OpenSpiel, a plain Python loop':<44}{rate:12,.0f}  {other:10,.0f} games/s")
            print(
                f"  ratios by games: loop {loop / other:.1f}, batch {batch / other:.1f} a core; by moves: loop "
                f"{loop * plies / 300 / rate:.1f}, batch {batch * played['plies'].mean() / rate:.1f} a core"
            )

    if args.tables:
        tables = nf.tables.Tables(args.tables)
        print(f"{args.positions:,} positions of three to {min(6, tables.men)} men, seconds of CPU")
        whole = time.process_time()
        begun = time.process_time()
        batch = tables.sample(args.positions, seed=1, men=(3, min(6, tables.men)))
        print(f"  {'drawn':<44}{time.process_time() - begun:8.2f}")
        begun = time.process_time()
        found = tables.probe(batch)
        print(f"  {'looked up: value and distance':<44}{time.process_time() - begun:8.2f}")
        begun = time.process_time()
        names, counts = batch.features("est")
        print(f"  {f'{len(names)} features of est':<44}{time.process_time() - begun:8.2f}")
        print(f"  {'all together':<44}{time.process_time() - whole:8.2f}")
        for value, name in ((1, "won"), (0, "drawn"), (-1, "lost")):
            print(f"  {name:<44}{100 * (found['value'] == value).mean():8.2f} %")


if __name__ == "__main__":
    main()
