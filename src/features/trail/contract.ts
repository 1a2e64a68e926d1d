import { z } from 'zod';
import { endpoint } from '../../platform/http/endpoint.ts';

export const TrailAction = z.enum([
  'created',
  'updated',
  'deleted',
  'granted',
  'revoked',
  'reordered',
  'imported',
]);
export type TrailAction = z.infer<typeof TrailAction>;

export const TrailEntry = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  /** Null: the program itself, or somebody whose account is gone. */
  user: z.object({ id: z.number(), username: z.string() }).nullable(),
  action: TrailAction,
  /** `ocean`, `wave`, `droplet`, `setting`, `email-signup`, `catalogue`. */
  itemType: z.string(),
  itemId: z.string(),
  /** Empty: the name of somebody who asked to be forgotten. */
  title: z.string(),
  /** For changes `{ before, after }` with the fields that changed. */
  details: z.record(z.string(), z.unknown()),
});
export type TrailEntry = z.infer<typeof TrailEntry>;

const filterText = z
  .string()
  .trim()
  .max(200, 'No item has such a long name')
  .refine((value) => !value.includes('\0'), 'No item has such a name')
  .optional();

export const listTrail = endpoint({
  method: 'GET',
  path: '/api/trail',
  summary:
    'Who changed what and when, the newest first. Where there is more, the `X-Next-Cursor` header carries the `cursor` of the next part',
  access: 'admin',
  query: z.object({
    itemType: filterText,
    itemId: filterText,
    action: TrailAction.optional(),
    userId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  answers: { 200: z.array(TrailEntry) },
});
