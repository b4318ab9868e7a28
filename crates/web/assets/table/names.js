// @ts-check
// The names of the people and computers at a table.
import { filled, known, said, words } from "../words/index.js";
import { seatName } from "../board/labels.js";
import { family as familyId } from "../board/theme.js";
import { ruleText } from "../setup/rule_text.js";
import { gameSettings, gameSpec } from "../setup/spec.js";
import { catalogue, familyOf } from "../state/catalogue.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../board/theme.js").Theme} Theme */

/** A player in short: "level 4", "alphabeta, depth 4". @param {string} spec */
export function playerText(spec) {
  if (spec === "best") return words.best;
  if (Object.hasOwn(words.kinds, spec)) return words.kinds[spec];
  const level = /^level:(\d+)$/.exec(spec);
  if (level) return words.level(Number(level[1]));
  return spec;
}

/** The name of a seat's player: "Ada", "You", "Computer, level 4". @param {Player[]} players @param {number} seat */
export function sitter(players, seat) {
  const player = players[seat - 1];
  if (!player) return "";
  if (player.you) return words.you;
  if (player.name) return player.name;
  if (!player.human) return players.length > 2 ? playerText(player.player) : words.computerAs(playerText(player.player));
  return players.filter((other) => other.human).length === 1 ? words.you : "";
}

/** A computer's level with its name: "Level 6, Club player". @param {string} spec */
export function levelText(spec) {
  const found = catalogue()?.levels.find((level) => level.player === spec);
  return found ? words.levelNamed(found.number, known(words.levels, found.name)) : playerText(spec);
}

/** A seat in two lines: the player's name, and details.
 *  @param {Theme} look @param {Player[]} players @param {number} seat @param {boolean} on whether it is their turn */
export function seatText(look, players, seat, on) {
  const player = players[seat - 1];
  const colour = seatName(look, seat);
  // With many players, or with players that cannot be told apart, colours distinguish them.
  const humans = players.filter((other) => other.human).length;
  if (players.length > 2) return { name: colour, about: player?.human ? (player.name ?? (humans === 1 ? words.you : "")) : levelText(player?.player ?? "") };
  if (!player?.human) return { name: player?.name || words.computer, about: levelText(player?.player ?? "") };
  const named = player.you ? words.you : player.name || (humans === 1 ? words.you : "");
  const turn = on ? words.table.turnOf(named === words.you) : "";
  if (!named) return { name: colour, about: turn };
  return { name: named, about: turn || (look.shared ? "" : colour) };
}

/** The name of a seat in sentences: "White", or "You" in games whose seats have no names.
 *  @param {View} view @param {Theme} look @param {Player[]} players @param {number} seat */
export function caller(view, look, players, seat) {
  const own = view.seats[seat - 1]?.name ?? "";
  if (!/^Player \d$/.test(own)) return seatName(look, seat);
  const player = players[seat - 1];
  if (player?.name) return player.name;
  const humans = players.filter((other) => other.human).length;
  if (player && !player.human && humans > 0) return words.computer;
  return player?.human && humans === 1 && players.length > 1 ? words.you : seatName(look, seat);
}

/** The display form of a line of moves. @param {{ shown?: string[] }} line @param {string[]} moves its texts @param {number} most */
export const lineText = (line, moves, most) => (line.shown?.length ? line.shown.slice(0, most).map(moveText).join("  ·  ") : moves.slice(0, most).map(moveText).join("   "));

/** The display form of a legal move. @param {import("../types.js").LegalMove[]} legal @param {string} text */
export const shownText = (legal, text) => moveText(legal.find((move) => move.text === text)?.shown ?? text);

/** The display form of a move. @param {string} text */
export const moveText = (text) => text.replace(/x/g, " ×").replace(/-/g, "–");

/** The name of a kind of game. @param {string} id @param {string} [title] as the server has it, where the kind is unknown */
export const familyText = (id, title = id) => said(familyOf(id)?.title ?? title);

/** The name of a game, with its dimensions and the rules that are not as usual. @param {string} spec @param {string} [title] as the server has it, where the game is unknown */
export function gameText(spec, title = spec) {
  const family = familyOf(familyId(spec));
  if (!family) return said(title);
  const full = gameSpec(family, gameSettings(family, family.aliases.find(({ name }) => name === spec)?.spec ?? spec));
  const settings = gameSettings(family, full);
  const [places, rules] = [true, false].map((positional) => family.parameters.filter((parameter) => Boolean(parameter.positional) === positional));
  const variant = family.variants.find((one) => one.spec === null || one.spec === full);
  const name = variant ? filled(said(variant.title), places.map((place) => settings[place.name] ?? "")) : familyText(family.id);
  // The title of a variant tells its rules.
  const told = variant?.spec ? [] : rules.flatMap((rule) => (settings[rule.name] === undefined ? [] : [ruleText(rule, settings[rule.name])]));
  return [name, ...told].join(", ");
}
