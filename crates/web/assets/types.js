// @ts-check
/**
 * The types of the server's data. This file contains types only and is never loaded.
 *
 * @typedef {{ name: string, x: number, y: number, kind: "point" | "cell" | "slot" }} Site
 * @typedef {{ name: string, sites: number[] }} Region
 * @typedef {{ text: string, at: number }} Label
 * @typedef {{ sites: Site[], edges: [number, number][], regions: Region[], columns: Label[], rows: Label[],
 *             lanes?: number[][], symbols?: string, look?: { ground?: string, margin?: number, unowned?: string, shared: boolean } }} Layout
 * @typedef {{ name: string, letter: string, piece: string, colour: string,
 *             look?: { shape?: string, colour?: string, name?: string, piece?: string } }} Seat
 * @typedef {{ site: number, owner: number | null }} Piece
 * @typedef {{ kind: string, sites: number[], owner?: number, value?: number }} Mark
 * @typedef {{ name: string, left: number, of: number }} Countdown
 * @typedef {{ phase: string, pieces: Piece[], hands: number[], lost: number[], scores: number[], score_name: string,
 *             marks: Mark[], countdowns: Countdown[] }} Scene
 * @typedef {{ action: "put" | "lift" | "drop" | "take", site: number }} Step
 * @typedef {{ text: string, steps: Step[], shown?: string }} LegalMove
 * @typedef {{ player: number, shown: string }} Turn
 * @typedef {{ form: string, values?: (string | any)[] }} Phrase
 * @typedef {{ payoffs: number[], reason: string, sentence: string, why?: Phrase }} Outcome
 * @typedef {{ seat: number, by: string }} GivenUp who lost a game that its moves did not end, and how
 * @typedef {{ game: string, seats: Seat[], layout: Layout, scene: Scene, ply: number, turns: Turn[], to_move: number, occurrences: number,
 *             legal: LegalMove[], last: LegalMove | null, outcome: Outcome | null }} View
 *
 * @typedef {{ player: string, name: string | null, human: boolean, you?: boolean }} Player `you`: the reader's own, of several people
 * @typedef {{ owner: "local" | "open" | "guest" | "bot" | "computer", here: boolean, away: number | null, left: boolean, error: string | null }} SharedSeat
 * @typedef {{ you: number | null, yours: number[], host: boolean, seats: SharedSeat[], watching: number, offers: { kind: "takeback" | "draw" | "rematch", by: number, asks_you: boolean }[],
 *             claims?: { seat: number, how: "win" | "computer" | "open", by: number, asks_you: boolean }[], next: string | null, since: number, now: number }} Sharing what there is to know where several devices play
 * @typedef {{ minutes: number, seconds?: number, increment: number, left: number[], running: number | null, at: number, now: number }} Clock
 * @typedef {{ id: string, version: number, created: number, updated: number, family: string, title: string, game: string,
 *             seed: number, position: string | null, seats: Player[], moves: string[], undone: string[], view: View,
 *             over: boolean, given_up: GivenUp | null, reason?: string | null, sharing?: Sharing, thinking: boolean, paused: boolean, pace?: number, problem: string | null,
 *             refusal: import("./words/phrases.js").Refusal | null,
 *             clock: Clock | null, counted: boolean, origin: { game: string, ply: number } | null, study: string | null, league?: string | null,
 *             sides?: Seat[], board?: [number, number], outcome?: Outcome | null, plies?: number }} Game
 *
 * @typedef {{ move: string, marks: Mark[] }} Preview
 * @typedef {{ phase: string, to_move: number, over: boolean, position: string, fen?: string }} Status
 * @typedef {{ view: View, status: Status, previews?: Preview[], turns: Turn[] }} Spot
 * @typedef {{ move: string, value: number, plies?: number | null, letter?: string | null, share?: number | null, depth?: number | null, shares?: number[] }} MoveValue
 *   `letter`: if this move is proved; `share`: the expected share of the point for its player; `depth`: of the search that judged it; `shares`: of all players, with more than two
 * @typedef {{ exact: boolean, source: string, note?: string | null, caveat?: import("./words/phrases.js").Phrase, unit: string, value: number | null, plies?: number | null,
 *             player?: string | null, moves: MoveValue[], best: string[], depth: number | null, nodes: number, share?: number[], preparing?: number | null }} Values
 * @typedef {{ sentence: string, reasons?: any[] }} Why
 * @typedef {{ move: string | null, values: number[], depth: number, nodes: number, cuts: number, decided: number | null,
 *             exact: boolean, pv: string[], shown?: string[], note?: string | null, caveat?: import("./words/phrases.js").Phrase, why?: Why | null, share?: number[] }} Hint
 * @typedef {{ values: number[], decided: number | null, letter?: string, moves: string[], shown?: string[], share?: number[] }} Line
 * @typedef {{ depth: number, nodes: number, seconds: number, lines: Line[], exact?: Values | null }} Analysis `exact`: what a table says of every move
 * @typedef {{ weights: Record<string, number>, choice: string | null }} Weights
 * @typedef {{ group?: string | null, name: string, count: number, weight: number, product: number }} Term what a formula counts for a player
 * @typedef {{ seat: string, terms: Term[], sum: number }} ExplainedPlayer
 * @typedef {{ players?: ExplainedPlayer[] | null, matrix?: (number | null)[][] | null }} Explained
 * @typedef {{ values?: number[], explained?: Explained | null, weights?: Record<string, number>, choice?: string | null }} Evaluated
 *
 * @typedef {{ ply: number, player?: number, move: string, share: number[], exact: boolean, note?: string | null, caveat?: import("./words/phrases.js").Phrase, best: string, loss: number,
 *             points?: number | null, exact_loss?: boolean, depth?: number, mark: string | null, line?: string[], shown?: string[],
 *             plies?: number, only?: boolean, others?: string[] }} ReviewedPly
 *   `points`: given away, in a game that counts points; `exact_loss`: whether the loss is proved;
 *   `plies`: until the end after the best move; `only`: nothing else kept the result; `others`: as good as the best
 * @typedef {{ inaccuracies: number, mistakes: number, blunders: number, accuracy: number }} ReviewedPlayer
 * @typedef {{ plies: ReviewedPly[], share?: number[], players: ReviewedPlayer[] }} Review
 *
 * @typedef {{ name: string, summary: string, kind: string, low?: number, high?: number, choices?: string[], default: string | null,
 *             positional?: boolean }} Parameter
 * @typedef {{ id: string, summary: string, parameters: Parameter[] }} Kind
 * @typedef {{ id: string, title: string, summary: string, usual: string, players: number,
 *             aliases: { name: string, spec: string }[], parameters: Parameter[], evaluators: Kind[], heuristics: Kind[],
 *             presets: { player: string, title: string }[], blurb: string, accent: { light: string, dark: string },
 *             variants: { spec: string | null, title: string }[], sample: { game: string, position: string } | null,
 *             examples: Example[], study: { game: string, games: number, opponent: string }[], lesson?: number }} Family
 * @typedef {{ title: string, game: string, position: string, depth: number }} Example
 * @typedef {{ number: number, player: string, name: string }} Level
 * @typedef {{ version: string, games: Family[], players: Kind[], levels: Level[] }} Catalogue
 */
export {};
