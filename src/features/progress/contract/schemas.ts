import { z } from 'zod';
import { LAST_RETURN, MAX_POSITION, WELCOME_LESSONS } from './calls.ts';

const Id = z.number().int().positive();
const Instant = z.number().int().positive();
/** Fields beside a list that a browser sends. Versions before have none of them. */
export const SENT = {
  /** The browser's clock as it sends: with it the server corrects the times in the list. */
  sentAt: Instant.optional(),
  /** The member as the page knows them: in another tab somebody else may have logged in since. */
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
  /** Time at which the reader first saw the droplet to its end, in epoch ms; null until then. */
  seenAt: Instant.nullable(),
  /** When `position` was true, in epoch ms by the browser's clock. */
  at: Instant,
});
export type Report = z.infer<typeof Report>;

/** A reader's mark on a droplet to see again some day. */
export const Mark = z.object({
  dropletId: Id,
  /** The next return, from 0; null: the reader has taken the mark back, or the last return is over. */
  step: z.number().int().nonnegative().max(LAST_RETURN).nullable(),
  /** Begin of the wait for the return, in epoch ms by the browser's clock. */
  at: Instant,
});
export type Mark = z.infer<typeof Mark>;

export const MarkInWave = Mark.extend({ waveId: Id });
export type MarkInWave = z.infer<typeof MarkInWave>;

/** The point in a wave at which a reader stopped last. */
export const Stop = z.object({
  waveId: Id,
  dropletId: Id,
  position: Position,
  /** The droplet was seen to its end: the reader continues with the next one. */
  seen: z.boolean(),
  at: Instant,
});
export type Stop = z.infer<typeof Stop>;

/** Lessons of one ocean for somebody who was away for some days: the same all day, on every device. */
export const Welcome = z.object({
  /** The reader's local date when the welcome was chosen. */
  day: z.iso.date(),
  oceanId: Id,
  lessons: z
    .array(z.object({ dropletId: Id, waveId: Id }))
    .min(1)
    .max(WELCOME_LESSONS),
  /** Reasons for the choice: an item of the ocean that was saved, a wave begun, a droplet to see again. */
  saved: z.object({ kind: z.enum(['ocean', 'wave', 'droplet']), id: Id }).nullable(),
  begunWaveId: Id.nullable(),
  againDropletId: Id.nullable(),
});
export type Welcome = z.infer<typeof Welcome>;

/** A reader's progress in all droplets, as pages need it. */
export const Progress = z.object({
  /** False: the person has turned it off. */
  remembers: z.boolean(),
  /** The droplets that were seen to their end, by wave; `total` counts the wave's droplets. */
  waves: z.array(z.object({ waveId: Id, oceanId: Id, total: z.number().int(), seen: z.array(Id) })),
  /** The newest first, one for each wave. */
  stops: z.array(Stop),
  /** Droplets to see again that the reader may open, the oldest wait first. */
  again: z.array(MarkInWave),
  /** The last welcome that was chosen. */
  welcome: Welcome.nullable(),
});
export type Progress = z.infer<typeof Progress>;
