// @ts-check
// Small sounds, synthesised here and only if enabled: wood for a move, lower for a capture, two tones for the end, a
// rising one for the reader's turn while another page is in front.
import { recall } from "../state/settings.js";

/** @type {AudioContext | null} */
let context = null;

/** The notes of each sound: pitch, start and duration, in seconds. @type {Record<string, [number, number, number][]>} */
export const SOUNDS = {
  move: [[520, 0, 0.07]],
  take: [[520, 0, 0.07], [260, 0.08, 0.12]],
  turn: [[523, 0, 0.12], [659, 0.12, 0.2]],
  end: [[392, 0, 0.18], [523, 0.16, 0.3]],
};

/** The sound of a turn. @param {{ action: string }[]} steps @param {boolean} over */
export const soundOf = (steps, over) => (over ? "end" : steps.some((step) => step.action === "take") ? "take" : "move");

/** @param {string} name */
export function play(name) {
  if (recall("sounds", "off") !== "on") return;
  try {
    context ??= new AudioContext();
    const now = context.currentTime;
    for (const [pitch, from, length] of SOUNDS[name] ?? []) {
      const [tone, loudness] = [context.createOscillator(), context.createGain()];
      tone.type = "triangle";
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(0.16, now + from);
      loudness.gain.exponentialRampToValueAtTime(0.001, now + from + length);
      tone.connect(loudness).connect(context.destination);
      tone.start(now + from);
      tone.stop(now + from + length);
    }
  } catch {
    // A browser without sound stays silent.
  }
}
