import { z } from 'zod';
import { ItemType } from '#features/catalogue/contract/kinds.ts';
import { Warning } from '#features/warnings/contract/schemas.ts';

/** Parts of the site that have a check, in the order of the health page. */
export const HealthPart = z.enum([
  ...['mail', 'payments', 'backups', 'storage', 'disk', 'jobs', 'links', 'clock', 'versions'],
] as const);
export type HealthPart = z.infer<typeof HealthPart>;

/** A broken link in the content. */
export const BrokenLink = z.object({
  id: z.number(),
  url: z.string(),
  /** `gone`: it responds with “not found”. `silent`: two checks in a row got no response. */
  state: z.enum(['gone', 'silent']),
  checkedAt: z.string(),
  itemType: ItemType,
  itemId: z.number(),
  title: z.string(),
});
export type BrokenLink = z.infer<typeof BrokenLink>;

export const Problem = z.object({
  /** Stable name while the problem lasts, such as `payments-behind`. */
  name: z.string(),
  about: HealthPart,
  /** `serious`: administrators get a mail. */
  level: z.enum(['advice', 'serious']),
  title: z.string(),
  /** Meaning of the problem. */
  meaning: z.string(),
  /** Advice. */
  advice: z.string(),
  /** A page of the site, or a web address. */
  link: z.object({ label: z.string(), href: z.string() }).nullable(),
  /** Warnings that an administrator dismisses individually. */
  warnings: z.array(Warning),
  links: z.array(BrokenLink),
});
export type Problem = z.infer<typeof Problem>;

const Line = z.object({ name: z.string(), value: z.string() });
export type Line = z.infer<typeof Line>;

export const Health = z.object({
  /** ISO 8601. */
  lookedAt: z.string(),
  /** Serious ones first. */
  problems: z.array(Problem),
  /** Parts without a problem. */
  well: z.array(z.object({ about: HealthPart, title: z.string(), text: z.string() })),
  mail: z.object({
    lines: z.array(Line),
    /**
     * Domains that refused mails in the last seven days, most refusals first. `sent`: number of mails that
     * the domain accepted in the last day, such as '12' or '5000 or more'.
     */
    domains: z.array(
      z.object({ domain: z.string(), refused: z.number().int(), sent: z.string(), why: z.string() }),
    ),
  }),
  versions: z.array(Line),
  /** Whether an administrator has a verified address. */
  hasRecipient: z.boolean(),
});
export type Health = z.infer<typeof Health>;

/** A number of rows. `isMore`: counting stopped at a limit. */
const Counted = z.object({ count: z.number().int(), isMore: z.boolean() });
export type Counted = z.infer<typeof Counted>;

/** For editors all fields but the content are null. */
export const Overview = z.object({
  /** The latest change of a setting; null before the first one. */
  settings: z.object({ at: z.string(), by: z.string().nullable() }).nullable(),
  people: Counted.nullable(),
  newPeople: Counted.nullable(),
  droplets: Counted,
  drafts: Counted,
  /** Droplets finished in seven days. */
  finished: z.union([z.number().int(), z.literal('few')]),
  paying: Counted.nullable(),
  /** Since the first day of the month (UTC). */
  newPaying: Counted.nullable(),
});
export type Overview = z.infer<typeof Overview>;
