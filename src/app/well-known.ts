import type { FastifyInstance } from 'fastify';
import { allSettings } from '#features/settings/server/queries.ts';
import { SETTING_DEFAULTS } from '#features/settings/shared/setting-defaults.ts';
import type { Db } from '#platform/database/open.ts';
import { DAY } from '#platform/text/time-units.ts';

/* Well-known addresses that programs request on every site (RFC 8615). */

const SECURITY_TXT = '/.well-known/security.txt';
const PASSWORD = '/account#password';
const PASSKEYS = '/account#passkeys';
const CACHED_FOR_AN_HOUR = 'public, max-age=3600';
/** Days until a copy counts as stale. RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** Serves security.txt and the addresses for password managers. */
export function wellKnownAddresses(app: FastifyInstance, db: Db, publicUrl: () => string): void {
  securityTxt(app, db, publicUrl);
  managersAddresses(app, publicUrl);
}

/**
 * Serves the addresses for password managers: where a password is changed (W3C, "A Well-Known URL for
 * Changing Passwords") and where passkeys are (W3C, "A Well-Known URL for Relying Party Passkey Endpoints").
 * They link to these beside a weak or leaked password.
 */
function managersAddresses(app: FastifyInstance, publicUrl: () => string): void {
  app.get('/.well-known/change-password', { config: { impersonal: true } }, (_request, reply) =>
    reply.header('cache-control', CACHED_FOR_AN_HOUR).redirect(PASSWORD, 302),
  );
  app.get('/.well-known/passkey-endpoints', { config: { impersonal: true } }, (_request, reply) => {
    const passkeys = String(new URL(PASSKEYS, publicUrl()));
    return reply.header('cache-control', CACHED_FOR_AN_HOUR).send({ enroll: passkeys, manage: passkeys });
  });
}

/** Serves the address for reports of vulnerabilities (RFC 9116), which is the one on the Contact page. */
function securityTxt(app: FastifyInstance, db: Db, publicUrl: () => string): void {
  app.get(SECURITY_TXT, { config: { impersonal: true } }, async (_request, reply) => {
    const settings = new Map((await allSettings(db)).map(({ key, value }) => [key, value]));
    const email = settings.get('contact.email') || SETTING_DEFAULTS['contact.email'];
    const today = Math.floor(Date.now() / DAY) * DAY;
    const lines = [
      `Contact: mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`,
      `Expires: ${new Date(today + VALID_DAYS * DAY).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${new URL(SECURITY_TXT, publicUrl())}`,
    ];
    return reply
      .header('cache-control', CACHED_FOR_AN_HOUR)
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });
}
