import { z } from 'zod';
import { MAX_SEARCH_LENGTH } from '#features/catalogue/contract/calls.ts';
import { ItemType } from '#features/catalogue/contract/kinds.ts';
import { text } from '#platform/http/contract/fields.ts';
import { USAGE_EVENTS } from '../shared/usage-events.ts';
import { MAX_COUNTS, MAX_SEARCHES } from './calls.ts';

const Id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** One use of an item. `saved` is absent, because the server counts it when a favorite is added. */
export const Use = z
  .object({ event: z.enum(['opened', 'half', 'finished', 'shared']), itemType: ItemType, itemId: Id })
  .refine(
    ({ event, itemType }) => event === 'shared' || itemType === 'droplet',
    'Only droplets are opened and finished',
  );
export type Use = z.infer<typeof Use>;

/** The uses and the searches without results of one page view. */
export const Uses = z.object({
  uses: z.array(Use).max(MAX_COUNTS, `Send at most ${MAX_COUNTS} uses at once`).default([]),
  searches: z
    .array(text(MAX_SEARCH_LENGTH))
    .max(MAX_SEARCHES, `Send at most ${MAX_SEARCHES} searches at once`)
    .default([]),
});

/** A number, or `few` for one to four. */
const Count = z.union([z.number().int().nonnegative(), z.literal('few')]);
const counts = Object.fromEntries(USAGE_EVENTS.map((event) => [event, Count])) as Record<
  (typeof USAGE_EVENTS)[number],
  typeof Count
>;

/** First and last day. */
const Days = z.object({ from: z.iso.date(), to: z.iso.date() });

/** Numbers of persons, only for administrators: null for editors. */
const Persons = Count.nullable();
const Totals = z.object({ ...counts, signups: Persons, members: Persons, payers: Persons });
export type Totals = z.infer<typeof Totals>;

/** A count in both periods; `before` is null without a comparison. */
const Both = { now: Count, before: Count.nullable() };

const Parent = z.object({ kind: z.enum(['wave', 'ocean']), id: Id, title: z.string() });
export type Parent = z.infer<typeof Parent>;

/** Statistics of a period, for the screen. Days are in UTC. */
export const Usage = z.object({
  period: Days,
  before: Days.nullable(),
  /**
   * Whether nothing was counted in the period and, for administrators, nobody signed up, joined or
   * subscribed.
   */
  isEmpty: z.boolean(),
  totals: z.object({ now: Totals, before: Totals.nullable() }),
  /** Long periods are grouped by month. */
  unit: z.enum(['day', 'month']),
  /**
   * Counts by day or month, oldest first. `openedBefore`: openings on the same day of the other period; null
   * without one.
   */
  times: z.array(z.object({ from: z.iso.date(), ...counts, openedBefore: Count.nullable() })),
  /** The first droplets, least finished first. The title of a deleted droplet is null. */
  droplets: z.array(z.object({ id: Id, title: z.string().nullable(), ...counts })),
  /** Number of all used droplets. */
  dropletCount: z.number().int(),
  /** The most opened waves and oceans. */
  parents: z.array(Parent),
  /** The parts of the chosen parent in order: a wave's droplets, an ocean's waves. */
  reach: z
    .object({ parent: Parent, steps: z.array(z.object({ title: z.string(), opened: Count })) })
    .nullable(),
  /** Searches without results, made five times or more. */
  searches: z.array(z.object({ words: z.string(), ...Both })),
  /** Hosts with five or more visits; `unnamed`: visits without a host. */
  hosts: z.array(z.object({ host: z.string(), ...Both })),
  unnamed: Count,
});
export type Usage = z.infer<typeof Usage>;

/** The weekly summary by mail, for one administrator. */
export const SummaryChoice = z.object({
  on: z.boolean(),
  /** False: the setting `analytics.summary` is off, and nobody gets a summary. */
  offered: z.boolean(),
  /** Whether the administrator has a verified address. */
  hasAddress: z.boolean(),
});
export type SummaryChoice = z.infer<typeof SummaryChoice>;
