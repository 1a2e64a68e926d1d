/* Hosts of PayPal's REST API. */

export const LIVE_API = 'https://api-m.paypal.com';
export const SANDBOX_API = 'https://api-m.sandbox.paypal.com';

/**
 * Describes the problem of an API address; null when there is none. `api.paypal.com` and
 * `api.sandbox.paypal.com` are the older names. They still answer, but do not serve the payment script. Hosts
 * outside of PayPal are test peers.
 */
export function apiUrlProblem(url: string): string | null {
  const { hostname, origin } = new URL(url);
  if (!/(^|\.)paypal\.com$/.test(hostname)) return null;
  const right = /(^|\.)sandbox\./.test(hostname) ? SANDBOX_API : LIVE_API;
  return origin === right && url === right ? null : `must be ${right}, not ${url}`;
}
