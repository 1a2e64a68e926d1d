import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import { MINUTE } from '../../text/time-units.ts';
import type { RequestLimit } from '../contract/rate-limit.ts';
import { REPORTS_PATH } from '../serve/content-policy.ts';

/** Bytes. A report has a few addresses and one policy; the Reporting API sends several reports at once. */
const MAX_BODY = 32 * 1024;
/** Maximum number of reports to count in one request. */
const MAX_REPORTS = 50;
const LIMIT: RequestLimit = { name: 'policy-report', max: 60, window: 10 * MINUTE, by: ['caller'] };

/**
 * The directives with a series of their own. A fixed list, because anybody may send a report with any text.
 */
const DIRECTIVES = new Set([
  'base-uri',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'object-src',
  'require-trusted-types-for',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'trusted-types',
  'worker-src',
]);

/**
 * Counts violations of content security policies that browsers report, by directive. Stores and logs nothing
 * else of a report. Accepts the format of `report-uri` and that of the Reporting API.
 */
export async function violationReports(app: FastifyInstance): Promise<void> {
  const violations = new Counter({
    name: 'policy_violations_total',
    help: 'What browsers report as blocked by a content security policy, by directive',
    labelNames: ['directive'],
    registers: [app.metrics],
  });
  await app.register(async (scope) => {
    // A scope of its own, because other calls accept JSON only as `application/json`.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'string', bodyLimit: MAX_BODY },
      (_request, body, done) => done(null, directivesIn(String(body))),
    );
    const config = { impersonal: true, csrf: 'none' as const };
    scope.post<{ Body: string[] | null }>(REPORTS_PATH, { config }, async (request, reply) => {
      await app.limitsOf(request, null).spend(LIMIT);
      for (const directive of request.body ?? []) violations.inc({ directive });
      return reply.code(204).send();
    });
  });
}

/** Returns the violated directive of each report in a body. Empty for a body without a report. */
function directivesIn(text: string): string[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return [];
  }
  const reports = Array.isArray(body) ? body.slice(0, MAX_REPORTS) : [body];
  return reports.flatMap((report) => directiveOf(report) ?? []);
}

/** Returns the directive of a report in either format. Older browsers add its sources. */
function directiveOf(report: unknown): string | undefined {
  const { type, body, 'csp-report': old } = fieldsOf(report);
  const { effectiveDirective } = fieldsOf(type === 'csp-violation' ? body : undefined);
  const { 'effective-directive': effective, 'violated-directive': violated } = fieldsOf(old);
  const named = effectiveDirective ?? effective ?? violated;
  if (typeof named !== 'string') return undefined;
  const [directive = ''] = named.split(' ', 1);
  return DIRECTIVES.has(directive) ? directive : 'other';
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
