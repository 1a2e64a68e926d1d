import { z } from 'zod';
import { Username } from '#features/accounts/contract/form-schemas.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '#features/accounts/shared/password-length.ts';
import { apiUrlProblem } from '#features/subscriptions/server/paypal/paypal-hosts.ts';
import { FFMPEG_OFF, findMediaPrograms } from '#features/uploads/server/ffmpeg/programs.ts';

/* Schemas of environment variables. */

export const flag = z.stringbool({ error: 'must be true or false' });
export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port from 0 to 65535');
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address such as https://example.org' })
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''));
/** The site's origin as browsers write it, because they compare it letter by letter. */
export const origin = httpUrl
  .refine((url) => new URL(url).href === `${new URL(url).origin}/`, {
    error: 'must have no path, password or query, such as https://example.org',
  })
  .transform((url) => new URL(url).origin);
/** One sender, with or without a name. A local server may have a domain without a dot. */
export const sender = z.string().refine(isSender, {
  error: 'must be one address such as hello@example.org or Our name <hello@example.org>',
});
function isSender(from: string): boolean {
  const [, name = '', address = from] = /^([^<]*)<([^<>]*)>$/.exec(from) ?? [];
  return /^[^\s@,;<>]+@[^\s@,;<>]+$/.test(address) && (/^"[^"]*" *$/.test(name) || !/[@,;]/.test(name));
}
export const dataDir = z
  .string()
  .refine((path) => !path.startsWith('~'), { error: 'must not begin with ~, which only a shell expands' });
export const paypalUrl = httpUrl.superRefine((url, context) => {
  const problem = apiUrlProblem(url);
  if (problem) context.addIssue(problem);
});
export const whole = (min: number, max: number) => {
  const error = `must be a number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .refine((value) => value >= min && value <= max, error);
};
/**
 * Schema of a URL with a password. Its strict form prevents errors of later code, which would show the
 * password.
 */
const urlWithPassword = (protocol: RegExp, begin: string) =>
  z
    .string()
    .regex(protocol, `must begin with ${begin}`)
    .refine((url) => url.startsWith('sqlite:') || URL.canParse(url), {
      error: 'is no address. In a password write / as %2F, # as %23, ? as %3F, @ as %40, and % as %25',
    });
export const databaseUrl = urlWithPassword(/^(postgres(ql)?:\/\/|sqlite:).+/, 'postgres:// or sqlite:');
export const replicaUrl = urlWithPassword(/^postgres(ql)?:\/\/.+/, 'postgres://');
export const smtpUrl = urlWithPassword(/^smtps?:\/\/.+/, 'smtp:// or smtps://');

export const ffmpegPath = z
  .string()
  .refine((path) => path === FFMPEG_OFF || findMediaPrograms(path) !== undefined, {
    error: 'must be off, or the path of ffmpeg, with ffprobe beside it or on the PATH',
  });

const ProxyRange = z.union([
  z.enum(['loopback', 'linklocal', 'uniquelocal']),
  z.ipv4(),
  z.ipv6(),
  z.cidrv4(),
  z.cidrv6(),
]);
/** Only addresses and networks, because a client can forge a hop count. */
export const proxies = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine((list) => list.every((part) => ProxyRange.safeParse(part).success), {
    error: 'must be a list of proxy addresses such as 10.0.0.0/8,127.0.0.1',
  });
/** Name of the first administrator. It must be valid for the login form. */
export const adminName = z.string().refine((name) => Username.safeParse(name).success, {
  error: 'must have from 3 to 50 characters, and no invisible characters',
});
const passwordLength = `must have from ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`;
export const adminPassword = z.string().min(PASSWORD_MIN, passwordLength).max(PASSWORD_MAX, passwordLength);
/** Address inside the proxy. Only safe characters, because a header contains it. */
export const internalPath = z
  .string()
  .regex(/^\/([\w-]+\/)+$/, 'must be an internal address of the proxy such as /internal-uploads/');
