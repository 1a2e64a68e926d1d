import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import type { RequestLimit } from '#platform/http/contract/rate-limit.ts';
import { MINUTE } from '#platform/text/time-units.ts';
import * as calls from './calls.ts';
import { Mark, Progress, Report, SENT, Welcome } from './schemas.ts';

/** Far above normal use: a player reports at each pause and end, and when the reader leaves. */
const REPORTS_OF_ACCOUNT: RequestLimit = { name: 'progress', max: 120, window: MINUTE, by: ['account'] };

export const getProgress = endpoint(calls.getProgress, {
  summary: 'What the reader has seen, and where they stopped',
  mayBeOld: true,
  personal: true,
  answers: { 200: Progress },
});

export const saveProgress = endpoint(calls.saveProgress, {
  summary: 'Report how far the reader has come. Earlier reports and unknown droplets change nothing',
  limits: [REPORTS_OF_ACCOUNT],
  body: z.object({
    reports: z.array(Report).max(calls.MAX_REPORTS, `Send at most ${calls.MAX_REPORTS} reports at once`),
    ...SENT,
  }),
  answers: { 204: null },
});

export const saveMarks = endpoint(calls.saveMarks, {
  summary: 'Mark droplets to be seen again some day. Earlier marks and unknown droplets change nothing',
  limits: [REPORTS_OF_ACCOUNT],
  body: z.object({
    marks: z.array(Mark).max(calls.MAX_REPORTS, `Send at most ${calls.MAX_REPORTS} marks at once`),
    ...SENT,
  }),
  answers: { 204: null },
});

export const saveWelcome = endpoint(calls.saveWelcome, {
  summary: 'Keep the lessons of a day. The first ones of a day stand; the answer has them',
  limits: [REPORTS_OF_ACCOUNT],
  body: Welcome,
  answers: { 200: Welcome },
});

export const forgetProgress = endpoint(calls.forgetProgress, {
  summary: 'Forget everything that the reader has seen',
  answers: { 204: null },
});

export const setRemembering = endpoint(calls.setRemembering, {
  summary: 'Whether the site remembers what the reader has seen',
  body: z.object({ remembers: z.boolean() }),
  answers: { 204: null },
});
