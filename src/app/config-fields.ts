import { z } from 'zod';
import { apiUrlProblem } from '#features/subscriptions/server/paypal/paypal-hosts.ts';

/* Forms of values of environment variables. */

export const flag = z.stringbool({ error: 'must be true or false' });
export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port from 0 to 65535');
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address such as https://example.org' })
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''));
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
/** Addresses and networks only: a client can forge a hop count. */
export const proxies = z.string().transform((value, context) => {
  const list = value.split(',').map((part) => part.trim());
  for (const part of list) {
    const [address = '', bits] = part.split('/');
    const named = ['loopback', 'linklocal', 'uniquelocal'].includes(part);
    const valid = z.union([z.ipv4(), z.ipv6()]).safeParse(address).success && /^\d{0,3}$/.test(bits ?? '');
    if (!named && !valid) context.addIssue('must be a list of proxy addresses such as 10.0.0.0/8,127.0.0.1');
  }
  return list;
});
/** Address inside the proxy: fixed characters only, because it is sent in a header. */
export const internalPath = z
  .string()
  .regex(/^\/([\w-]+\/)+$/, 'must be an internal address of the proxy such as /internal-uploads/');
