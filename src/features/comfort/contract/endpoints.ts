import { endpoint } from '#platform/http/contract/endpoint.ts';
import type { RequestLimit } from '#platform/http/contract/rate-limit.ts';
import { MINUTE } from '#platform/text/time-units.ts';
import * as calls from './calls.ts';
import { Comfort } from './schemas.ts';

/** One call for each press on a choice. */
const CHANGES_OF_READER: RequestLimit = { name: 'comfort', max: 120, window: MINUTE, by: ['reader'] };

export const getComfort = endpoint(calls.getComfort, {
  summary: 'The theme, text size, motion and captions that the account has chosen; null before any choice',
  answers: { 200: Comfort.nullable() },
});

export const saveComfort = endpoint(calls.saveComfort, {
  summary: 'Keep theme, text size, motion and captions: in this browser, and with the account',
  limits: [CHANGES_OF_READER],
  body: Comfort,
  answers: { 204: null },
});
