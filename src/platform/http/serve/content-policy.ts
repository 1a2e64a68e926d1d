import { createHash } from 'node:crypto';

/** Address to which browsers report policy violations; see `violation-reports.ts`. */
export const REPORTS_PATH = '/policy-reports';

const REPORTS_GROUP = 'policy';

/** Header with the same address for browsers with the Reporting API. The others use `report-uri`. */
export const REPORTING_ENDPOINTS = `${REPORTS_GROUP}="${REPORTS_PATH}"`;

export type Directives = Record<string, readonly string[]>;

/** Returns the value of a `Content-Security-Policy` header that reports violations to this site. */
export const contentPolicy = (directives: Directives): string =>
  Object.entries({ ...directives, 'report-uri': [REPORTS_PATH], 'report-to': [REPORTS_GROUP] })
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';');

/** Returns the source that allows one inline script or style by its text. */
export const hashSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
