/* Hosts of PayPal's REST API. */

export const LIVE_API = 'https://api-m.paypal.com';
export const SANDBOX_API = 'https://api-m.sandbox.paypal.com';

/**
 * Says what is wrong with an address for the API; null when nothing is. `api.paypal.com` and
 * `api.sandbox.paypal.com` are the older names: they still answer, but the payment script does not come from
 * them. Hosts that are not PayPal's are test peers.
 */
export function apiUrlProblem(url: string): string | null {
  const { hostname, origin } = new URL(url);
  if (!/(^|\.)paypal\.com$/.test(hostname)) return null;
  const right = /(^|\.)sandbox\./.test(hostname) ? SANDBOX_API : LIVE_API;
  return origin === right && url === right ? null : `must be ${right}, not ${url}`;
}
