import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import type { RequestLimit } from '#platform/http/contract/rate-limit.ts';
import { MINUTE } from '#platform/text/time-units.ts';
import * as calls from './check-calls.ts';
import { ItemType } from './kinds.ts';

/** Each check asks other sites. */
const CHECKS: RequestLimit = { name: 'item-checks', max: 60, window: 10 * MINUTE, by: ['account'] };

const Check = z.object({
  /** `must` stops publishing, `advice` does not. */
  level: z.enum(['must', 'advice', 'fine']),
  about: z.enum(['film', 'text', 'captions', 'length', 'link', 'cover', 'pictures', 'words']),
  title: z.string(),
  detail: z.string(),
  /** Editor in which it can be changed. */
  editor: z.enum(['form', 'text']),
});
export type Check = z.infer<typeof Check>;

export const checkItem = endpoint(calls.checkItem, {
  summary: 'What an item lacks before it is published. Links to other sites are asked whether they answer',
  limits: [CHECKS],
  body: z.object({
    type: ItemType,
    id: z.number('Must be an ID').int('Must be an ID').positive('Must be an ID'),
  }),
  answers: { 200: z.object({ title: z.string(), isPublished: z.boolean(), checks: z.array(Check) }) },
});
