// @ts-check
// Positions for the cards: a game in full swing says more than an empty board. A game without one shows its start.

/** @type {Record<string, Record<string, string>>} */
export const SAMPLES = {
  morris: { game: "morris", position: "..b/www/..b/b..w.w/bbb/.w./w.b w 0,0" },
  mnk: {
    game: "mnk:15,15,5",
    position:
      "000000000000000/000000000000000/000000000000000/000000000000000/000000001000000/000000022000000/000000211222100/000002111121000/000000221111200/000000012211000/000000100001200/000002000002200/000000000000000/000000000000000/000000000000000 2",
  },
  369: { game: "369:6", position: "xxxx../xxx.../xxx.../..xxx./....../...... 9-5 2" },
  "9tka": {
    game: "9tka:4",
    position: "04010330230/00430000042/30500521000/20000005300/00000000011/04500005200/40000053000/00003510000/02500010504/11004000200/02204401030 2",
  },
};
