import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { ById } from '#platform/http/contract/fields.ts';
import { MINUTE } from '#platform/text/time-units.ts';
import * as calls from './calls.ts';
import { Health, Overview } from './schemas.ts';

export const getHealth = endpoint(calls.getHealth, {
  summary:
    'What needs an administrator, and what is well: mail, payments, backups, storage, disk, jobs, links, ' +
    'versions. A part that does not answer in time is a problem itself',
  query: z.object({
    /** Runs the checks now, without cached results. */
    again: z.enum(['true', 'false']).default('false'),
  }),
  limits: [{ name: 'health', max: 60, window: MINUTE, by: ['account'] }],
  answers: { 200: Health },
});

export const dismissLink = endpoint(calls.dismissLink, {
  summary: 'Mark a broken link as one that may stay. It is not shown again',
  params: ById,
  answers: { 204: null },
});

export const getOverview = endpoint(calls.getOverview, {
  summary: 'Numbers for the dashboard. Counts end at 10,000, so that they cost the same at any size',
  answers: { 200: Overview },
});
