import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { contentPolicy } from '#platform/http/serve/content-policy.ts';
import { PAYMENT_FRAME_PATH } from '../../shared/payment-frame.ts';
import { framePage, type PayPal } from './frame-page.ts';

/** PayPal's hosts for script, buttons and their traffic (developer.paypal.com/sdk/js/best-practices). */
const PAYPAL_HOSTS = ['https://*.paypal.com', 'https://*.paypalobjects.com', 'https://*.venmo.com'];

/**
 * Origins of PayPal's frames, in full because some browsers do not support wildcards in `Permissions-Policy`.
 */
const PAYPAL_FRAMES = ['https://www.paypal.com', 'https://www.sandbox.paypal.com'];

/**
 * Serves the frame with PayPal's buttons, the only page in which PayPal's code runs. Its content is the same
 * for all readers, and never cached, because each response needs a new nonce (decision 33).
 */
export function paymentFrameRoutes(app: FastifyInstance, payments: PayPal, secure: boolean): void {
  const { scriptOrigin } = payments;
  const hosts = scriptOrigin === null ? PAYPAL_HOSTS : [scriptOrigin];
  const frames = (scriptOrigin === null ? PAYPAL_FRAMES : [scriptOrigin]).map((origin) => `"${origin}"`);
  app.get(PAYMENT_FRAME_PATH, { config: { impersonal: true } }, (_request, reply) => {
    const nonce = randomBytes(16).toString('base64url');
    const policy = contentPolicy({
      'default-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'self'"],
      'script-src': [`'nonce-${nonce}'`, ...hosts],
      'style-src': [`'nonce-${nonce}'`, ...hosts],
      'connect-src': hosts,
      'frame-src': hosts,
      'img-src': ['data:', ...hosts],
      'font-src': hosts,
      ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
    });
    return reply
      .header('content-security-policy', policy)
      .header('permissions-policy', `payment=(${['self', ...frames].join(' ')})`)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(framePage(payments, nonce));
  });
}
