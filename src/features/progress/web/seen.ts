import { begunPart } from './begun-part.tsx';
import type { SeenProps } from './remember/seen-dot.tsx';

/** The mark on what the reader has seen: a droplet, a wave with its ring, an ocean, or how much of a wave. */
export const Seen = begunPart<SeenProps>(() =>
  import('./remember/seen-dot.tsx').then((module) => module.Seen),
);
