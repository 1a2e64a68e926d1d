import { begunPart } from './begun-part.tsx';
import type { SeenProps } from './remember/seen-part.tsx';

/** Marks what the reader has seen: a droplet, a wave with its ring, an ocean, or how much of a wave. */
export const Seen = begunPart<SeenProps>(() =>
  import('./remember/seen-part.tsx').then((module) => module.Seen),
);
