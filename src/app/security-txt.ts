import type { FastifyInstance } from 'fastify';
import { allSettings } from '#features/settings/server/queries.ts';
import { SETTING_DEFAULTS } from '#features/settings/shared/setting-defaults.ts';
import type { Db } from '#platform/database/open.ts';
import { DAY } from '#platform/text/time-units.ts';

const PATH = '/.well-known/security.txt';
/** Days until a copy of it counts as stale. RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** Serves the address for reports of vulnerabilities (RFC 9116): the one of the Contact page. */
export function securityTxt(app: FastifyInstance, db: Db, publicUrl: () => string): void {
  app.get(PATH, { config: { impersonal: true } }, async (_request, reply) => {
    const settings = new Map((await allSettings(db)).map(({ key, value }) => [key, value]));
    const email = settings.get('contact.email') || SETTING_DEFAULTS['contact.email'];
    const today = Math.floor(Date.now() / DAY) * DAY;
    const lines = [
      `Contact: mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`,
      `Expires: ${new Date(today + VALID_DAYS * DAY).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${new URL(PATH, publicUrl())}`,
    ];
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });
}
