import { hashOf } from '#features/catalogue/server/media/cover.mjs';

/** The sound of an ocean. */
export interface Voice {
  root: number;
  /** Semitones of the two chords the pad moves between. */
  chords: [number[], number[]];
  /** Semitones the bells choose from. */
  scale: number[];
  /** Strength of water noise and its brightness (Hz). */
  water: number;
  tone: number;
  /** Relative strength of the pad's second and third partial. */
  warm: number;
}

const VOICES: Record<string, Voice> = {
  focus: {
    root: 146.83,
    chords: [
      [0, 7, 14, 19],
      [-2, 5, 12, 17],
    ],
    scale: [12, 14, 19, 21, 24],
    water: 0.1,
    tone: 700,
    warm: 0.22,
  },
  rest: {
    root: 110,
    chords: [
      [0, 7, 12, 16],
      [-4, 3, 8, 15],
    ],
    scale: [12, 16, 19, 24],
    water: 0.16,
    tone: 480,
    warm: 0.34,
  },
  breath: {
    root: 130.81,
    chords: [
      [0, 7, 14, 16],
      [-3, 4, 9, 16],
    ],
    scale: [12, 16, 19, 21, 28],
    water: 0.34,
    tone: 900,
    warm: 0.2,
  },
  'attention-and-technology': {
    root: 123.47,
    chords: [
      [0, 5, 12, 19],
      [-5, 2, 7, 14],
    ],
    scale: [12, 17, 19, 24, 26],
    water: 0.08,
    tone: 620,
    warm: 0.14,
  },
  'difficult-emotions': {
    root: 103.83,
    chords: [
      [0, 7, 10, 15],
      [-4, 3, 8, 12],
    ],
    scale: [12, 15, 19, 22],
    water: 0.18,
    tone: 430,
    warm: 0.4,
  },
  'everyday-movement': {
    root: 164.81,
    chords: [
      [0, 7, 12, 14],
      [-7, 0, 5, 12],
    ],
    scale: [7, 12, 14, 16, 19],
    water: 0.13,
    tone: 820,
    warm: 0.18,
  },
  'looking-and-listening': {
    root: 138.59,
    chords: [
      [0, 7, 11, 16],
      [-5, 2, 9, 14],
    ],
    scale: [12, 14, 18, 19, 23],
    water: 0.12,
    tone: 760,
    warm: 0.16,
  },
};
const NAMES = Object.keys(VOICES);
/** The voice of an ocean; another ocean draws one of these by its slug. */
export const voiceOf = (ocean: string): Voice =>
  VOICES[ocean] ?? VOICES[NAMES[hashOf(ocean) % NAMES.length]!]!;
