import { isIP } from 'node:net';
import { isThisMachine } from '#platform/http/guard/networks.ts';
import type { Config } from '../config.ts';

/**
 * Tells whether a host is on another machine. A name without a dot belongs to a container network, whose
 * traffic stays on one machine.
 */
const isElsewhere = (host: string) => !isThisMachine(host) && (host.includes('.') || isIP(host) !== 0);

/**
 * Describes settings with which passwords or addresses cross a network in readable form. They are allowed,
 * because the operator may have a reason, such as a tunnel. In production each start prints them.
 */
export function insecureSettings({
  publicUrl,
  mail,
  databaseUrl,
  replicaUrl,
}: Pick<Config, 'publicUrl' | 'mail' | 'databaseUrl' | 'replicaUrl'>): string[] {
  const found: string[] = [];
  const site = publicUrl ? new URL(publicUrl) : undefined;
  if (site?.protocol === 'http:' && !isThisMachine(site.hostname))
    found.push(
      'PUBLIC_URL begins with http: passwords and cookies cross the network unencrypted. Use https.',
    );
  const smtp = mail.smtpUrl ? new URL(mail.smtpUrl) : undefined;
  const { searchParams: options } = smtp ?? {};
  const refusesTls = options?.get('requireTLS') === 'false' || options?.get('ignoreTLS') === 'true';
  if (smtp && smtp.protocol === 'smtp:' && refusesTls && !isThisMachine(smtp.hostname))
    found.push('SMTP_URL allows mail without TLS: sign-in links cross the network unencrypted.');
  for (const [name, url] of [
    ['DATABASE_URL', databaseUrl],
    ['DATABASE_REPLICA_URL', replicaUrl],
  ] as const) {
    const how = url?.startsWith('postgres') ? unsafeDatabase(new URL(url)) : undefined;
    if (how) found.push(`${name} ${how}`);
  }
  return found.map((line) => `Warning: ${line}`);
}

/** Describes how a connection to a database can be read or intercepted; undefined when it cannot. */
function unsafeDatabase({ hostname, searchParams }: URL): string | undefined {
  if (isThisMachine(hostname)) return undefined;
  const mode = searchParams.get('sslmode');
  if (mode === 'disable' || (mode === null && isElsewhere(hostname)))
    return 'uses no TLS: all data cross the network unencrypted. Use sslmode=verify-full.';
  return mode === 'no-verify'
    ? 'does not verify the server (sslmode=no-verify): an attacker can impersonate it.'
    : undefined;
}
