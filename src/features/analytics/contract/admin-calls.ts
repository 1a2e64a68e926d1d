import type { Call } from '#platform/http/contract/call.ts';

export const getUsage = {
  method: 'GET',
  path: '/api/usage',
  access: 'editor',
} as const satisfies Call;

export const exportUsage = {
  method: 'GET',
  path: '/api/usage.csv',
  access: 'admin',
} as const satisfies Call;

/** The page that stops and restarts the weekly summary. */
export const SUMMARY_PAGE = '/summary';

export const getSummary = {
  method: 'GET',
  path: '/api/usage-summary',
  access: 'admin',
} as const satisfies Call;

export const setSummary = {
  method: 'PUT',
  path: '/api/usage-summary',
  access: 'admin',
} as const satisfies Call;

/** Call of the link in the summary mail. The token identifies the account. */
export const useSummaryLink = {
  method: 'POST',
  path: '/api/usage-summary/link',
  access: 'anyone',
  csrf: 'origin',
} as const satisfies Call;

/** Called by mail programs (RFC 8058). The token identifies the account. */
export const stopSummary = {
  method: 'POST',
  path: '/api/usage-summary/one-click',
  access: 'anyone',
  csrf: 'none',
} as const satisfies Call;
