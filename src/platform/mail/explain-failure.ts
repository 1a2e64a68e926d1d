import { NO_ANSWER } from './transport.ts';

/** Properties of nodemailer's errors. `originalCode` is the code of Node or OpenSSL. */
interface Failure {
  code?: unknown;
  originalCode?: unknown;
  command?: unknown;
  responseCode?: unknown;
  /** Set on OpenSSL's errors, whose message also names numbers and source files. */
  library?: unknown;
  reason?: unknown;
}

/** Codes of a certificate that was not accepted. */
const CERTIFICATE = /CERT|SIGNATURE|ALTNAME|ISSUER|INVALID_CA/;
/** SMTP's response to a wrong user or password. */
const WRONG_LOGIN = 535;
/** Ports of a URL without one, by its protocol. */
const PORTS: Record<string, string> = { 'smtp:': '587', 'smtps:': '465' };

/** Explains why a mail server did not accept a message: what happened where, and what to do. */
export function explainFailure(error: Error, url: string): string {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const at = `${host}, port ${port || PORTS[protocol]}`;
  const { code, originalCode, command, responseCode, library, reason } = Object(error) as Failure;
  const said = library === undefined ? error.message : String(reason);
  if (command === 'STARTTLS' && typeof responseCode === 'number')
    return (
      `${at} offers no TLS, and mail crosses a network only with TLS. Use a port with TLS in SMTP_URL: ` +
      `smtp:// and 587, or smtps:// and 465. The server said: ${said}`
    );
  if (code === 'EAUTH' && responseCode === WRONG_LOGIN)
    return (
      'User or password in SMTP_URL are wrong, or have characters that need a code, such as %40 for @. ' +
      `The server said: ${said}`
    );
  // The server's own words name the cause.
  if (typeof responseCode === 'number') return said;
  const why = String(originalCode ?? code);
  if (why === 'ECONNREFUSED')
    return (
      `No mail server listens at ${at}: the connection was refused. Correct host and port in SMTP_URL, ` +
      'or start the mail server.'
    );
  if (code === 'EDNS')
    return (
      `The name ${host} was not found. Correct the host in SMTP_URL, or look whether this machine reaches ` +
      `its DNS server. The error: ${said}`
    );
  if (code === 'ETIMEDOUT' && NO_ANSWER.test(said))
    return (
      `${at} does not answer. Correct host and port in SMTP_URL (smtp:// for port 587 or 25, smtps:// for ` +
      `465), or look whether a firewall or the hosting provider blocks the port. The error: ${said}`
    );
  if (CERTIFICATE.test(why))
    return (
      `The certificate of ${at} is not accepted: ${said}. Use the name in the certificate, or renew it. ` +
      'For an authority of your own, set NODE_EXTRA_CA_CERTS to the path of its certificate.'
    );
  if (why === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return `${at} does not begin with TLS. Use smtp:// instead of smtps://, or the port for smtps:// (465).`;
  return `The conversation with ${at} failed: ${said}`;
}
