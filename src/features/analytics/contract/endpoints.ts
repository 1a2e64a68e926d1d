import { z } from 'zod';
import { LinkToken } from '#features/signups/contract/schemas.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import type { RequestLimit } from '#platform/http/contract/rate-limit.ts';
import { MINUTE } from '#platform/text/time-units.ts';
import * as adminCalls from './admin-calls.ts';
import * as calls from './calls.ts';
import { SummaryChoice, Usage, Uses } from './schemas.ts';

const LINKS_OF_CALLER: RequestLimit = {
  name: 'summary-link:ip',
  max: 120,
  window: 15 * MINUTE,
  by: ['caller'],
};

export const countUses = endpoint(calls.countUses, {
  summary:
    'Count what a page was used for, without a person. What the reader may not open is left out, and ' +
    'everything from administrators and from browsers that send DNT or Sec-GPC',
  noOwnWrite: true,
  body: Uses,
  answers: { 204: null },
});

const period = {
  span: z.enum(['28', '7', 'month', 'all', 'days']).default('28'),
  /** Only with the span `days`. */
  from: z.iso.date('Choose the first day').optional(),
  to: z.iso.date('Choose the last day').optional(),
  against: z.enum(['before', 'year', 'nothing']).default('before'),
};

export const getUsage = endpoint(adminCalls.getUsage, {
  summary: 'Counts of a period, beside those of another one. One to four are `few`',
  mayBeOld: true,
  query: z.object({
    ...period,
    /** The wave or ocean whose parts to show, such as `wave-3`. */
    parent: z
      .string()
      .regex(/^(wave|ocean)-[1-9]\d{0,14}$/, 'This parent is not valid')
      .optional(),
  }),
  answers: { 200: Usage },
});

export const exportUsage = endpoint(adminCalls.exportUsage, {
  summary: 'Counts per day and item of a period as a table for spreadsheets',
  mayBeOld: true,
  query: z.object(period),
  gives: 'text/csv',
  answers: { 200: z.string() },
});

export const getSummary = endpoint(adminCalls.getSummary, {
  summary: 'Whether the administrator who asks gets the weekly summary by mail',
  answers: { 200: SummaryChoice },
});

export const setSummary = endpoint(adminCalls.setSummary, {
  summary: 'Turn the weekly summary on or off for the administrator who asks, and for nobody else',
  body: z.object({ on: z.boolean() }),
  answers: { 200: SummaryChoice },
});

export const useSummaryLink = endpoint(adminCalls.useSummaryLink, {
  summary: 'Stop or start the weekly summary of an administrator, by the token of a link in one',
  limits: [LINKS_OF_CALLER],
  body: z.object({ token: LinkToken, on: z.boolean() }),
  answers: { 200: SummaryChoice.pick({ on: true }) },
});

export const stopSummary = endpoint(adminCalls.stopSummary, {
  summary: 'Stop the weekly summary from a mail program (RFC 8058). The body is not read',
  bodyLimit: 4096,
  query: z.object({ token: LinkToken }),
  answers: { 204: null },
});
