import { z } from 'zod';
import { LAST_RETURN, MAX_POSITION, WELCOME_LESSONS } from './calls.ts';

const Id = z.number().int().positive();
const Instant = z.number().int().positive();
/** Fields beside the list that a browser sends. Earlier versions send none of them. */
export const SENT = {
  /** The browser's clock at sending, by which the server corrects the list's times. */
  sentAt: Instant.optional(),
  /** The member according to the page, because somebody else may have logged in in another tab. */
  userId: Id.optional(),
};
const Position = z.number().int().nonnegative().max(MAX_POSITION);

/** A reader's progress in one droplet. */
export const Report = z.object({
  dropletId: Id,
  /** The position of the last stop, in ms. */
  position: Position,
  /** The furthest position ever, in ms. */
  furthest: Position,
  /** Time at which the reader first saw the droplet to its end, in epoch ms; null before. */
  seenAt: Instant.nullable(),
  /** Time of `position`, in epoch ms by the browser's clock. */
  at: Instant,
});
export type Report = z.infer<typeof Report>;

/** A reader's mark on a droplet to see again some day. */
export const Mark = z.object({
  dropletId: Id,
  /** The next return, from 0; null after the last return, and when the reader has removed the mark. */
  step: z.number().int().nonnegative().max(LAST_RETURN).nullable(),
  /** Start of the wait for the return, in epoch ms by the browser's clock. */
  at: Instant,
});
export type Mark = z.infer<typeof Mark>;

export const MarkInWave = Mark.extend({ waveId: Id });
export type MarkInWave = z.infer<typeof MarkInWave>;

/** The reader's last stop in a wave. */
export const Stop = z.object({
  waveId: Id,
  dropletId: Id,
  position: Position,
  /** The droplet was seen to its end, so the reader continues with the next one. */
  seen: z.boolean(),
  at: Instant,
});
export type Stop = z.infer<typeof Stop>;

/** Lessons of one ocean for a reader who was away. The same all day, on every device. */
export const Welcome = z.object({
  /** The reader's local date of the choice. */
  day: z.iso.date(),
  oceanId: Id,
  lessons: z
    .array(z.object({ dropletId: Id, waveId: Id }))
    .min(1)
    .max(WELCOME_LESSONS),
  /** Reasons for the choice: a saved item of the ocean, a begun wave, a marked droplet. */
  saved: z.object({ kind: z.enum(['ocean', 'wave', 'droplet']), id: Id }).nullable(),
  begunWaveId: Id.nullable(),
  againDropletId: Id.nullable(),
});
export type Welcome = z.infer<typeof Welcome>;

/** A reader's progress in all droplets. */
export const Progress = z.object({
  /** False when the reader has turned it off. */
  remembers: z.boolean(),
  /** The droplets seen to their end, by wave; `total` counts the wave's droplets. */
  waves: z.array(z.object({ waveId: Id, oceanId: Id, total: z.number().int(), seen: z.array(Id) })),
  /** The newest first, one for each wave. */
  stops: z.array(Stop),
  /** Marks on droplets that the reader may open, the oldest wait first. */
  again: z.array(MarkInWave),
  /** The last chosen welcome. */
  welcome: Welcome.nullable(),
});
export type Progress = z.infer<typeof Progress>;
