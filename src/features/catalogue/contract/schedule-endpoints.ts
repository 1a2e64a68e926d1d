import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { PathId } from '#platform/http/contract/fields.ts';
import { TimeZone } from '#platform/http/contract/time-zone.ts';
import { readLocalTime } from '#platform/text/zoned-time.ts';
import { ItemType } from './kinds.ts';
import * as calls from './schedule-calls.ts';

const NO_TIME = 'Choose a day and a time';

/** A time as the clocks of a zone show it: `2026-11-30T07:00`. */
const ZonedTime = z.object({
  local: z.string(NO_TIME).refine((text) => readLocalTime(text) !== undefined, NO_TIME),
  timeZone: TimeZone,
});
export type ZonedTime = z.output<typeof ZonedTime>;

const Instant = z.iso.datetime();

/** A planned event of an item. */
export const ScheduleEntry = z.object({
  type: ItemType,
  id: z.number(),
  title: z.string(),
  action: z.enum(['publish', 'unpublish']),
  at: Instant,
});
export type ScheduleEntry = z.infer<typeof ScheduleEntry>;

/** An item's times, and facts that help its owner to choose them. */
export const Plan = z.object({
  type: ItemType,
  id: z.number(),
  title: z.string(),
  version: z.number(),
  isPublished: z.boolean(),
  publishAt: Instant.nullable(),
  unpublishAt: Instant.nullable(),
  /** The item did not go live at `publishAt`, because the check before publishing found a `must`. */
  isStopped: z.boolean(),
  /** The `must` that stops it from going live; null if there is none. */
  must: z.string().nullable(),
  /** The `must` is the preparation of the film or sound. The item goes live by itself afterwards. */
  waits: z.boolean(),
  /** Published items below it, which become visible together with it. */
  waves: z.number(),
  droplets: z.number(),
});
export type Plan = z.infer<typeof Plan>;

export const Draft = z.object({ type: ItemType, id: z.number(), title: z.string() });

export const listSchedule = endpoint(calls.listSchedule, {
  summary: 'Items that go live or are taken down between two times, and those that could not go live',
  query: z.object({
    from: Instant,
    /** End of the range, exclusive. */
    to: Instant,
  }),
  answers: { 200: z.object({ entries: z.array(ScheduleEntry), stopped: z.array(ScheduleEntry) }) },
});

export const listDrafts = endpoint(calls.listDrafts, {
  summary: `Drafts without a time, those changed latest first, at most ${calls.MAX_DRAFTS}`,
  answers: { 200: z.array(Draft) },
});

export const ItemParams = z.object({ type: ItemType, id: PathId });

export const getPlan = endpoint(calls.getPlan, {
  summary: 'When an item goes live and is taken down',
  params: ItemParams,
  answers: { 200: Plan },
});

export const setPlan = endpoint(calls.setPlan, {
  summary:
    'Publish an item now, at a time, or not; and take it down at a time. 409 if it has changed since ' +
    '`expectedVersion`. A time that the clocks leave out is refused, of a doubled one the first counts',
  params: ItemParams,
  body: z.object({
    expectedVersion: z.number('Must be a number').int('Must be a number').positive('Must be a number'),
    publish: z.union([z.literal('now'), z.literal('draft'), ZonedTime], NO_TIME),
    unpublish: ZonedTime.nullable(),
  }),
  answers: { 200: Plan },
});
