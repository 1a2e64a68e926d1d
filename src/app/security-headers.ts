import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** The video hosts whose players may be framed, once a person has pressed play. */
const VIDEO_HOSTS = [
  'https://www.youtube.com',
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
];

/**
 * What PayPal names for its script, its buttons and their traffic (developer.paypal.com/sdk/js/best-practices). It asks
 * for inline scripts, too, for the drawing that stands in a button's place until it is there: these stay forbidden, and
 * the button itself is none of them.
 */
const PAYPAL_HOSTS = ['https://*.paypal.com', 'https://*.paypalobjects.com', 'https://*.venmo.com'];

export interface HeaderSetup {
  /** Pages are served over https. */
  secure: boolean;
  /** Inline scripts of ours, allowed by their hashes. */
  inlineScripts: string[];
  /** Development: the bundler's own scripts and socket are let through. */
  dev: boolean;
  /** Who takes the payments, and where its script comes from when that is not the provider itself. */
  payments: { provider: 'paypal'; scriptOrigin: string | null } | { provider: 'sandbox' | 'off' };
}

/** Other hosts than ours that a payment needs: none, unless payments are PayPal's. */
function paymentHosts({ payments }: HeaderSetup): string[] {
  if (payments.provider !== 'paypal') return [];
  return payments.scriptOrigin === null ? PAYPAL_HOSTS : [payments.scriptOrigin];
}

/** Security headers for everything; helmet's defaults where they fit, and the reason where they do not. */
export async function securityHeaders(app: FastifyInstance, setup: HeaderSetup): Promise<void> {
  const hashes = setup.inlineScripts.map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const paying = paymentHosts(setup);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
        'frame-ancestors': ["'none'"],
        'form-action': ["'self'"],
        'script-src': [...(setup.dev ? ["'self'", "'unsafe-inline'"] : ["'self'", ...hashes]), ...paying],
        'style-src': ["'self'", "'unsafe-inline'", ...paying],
        'connect-src': ["'self'", ...(setup.dev ? ['ws:'] : []), ...paying],
        'frame-src': ["'self'", ...VIDEO_HOSTS, ...paying],
        'img-src': ["'self'", 'data:', 'https:', ...paying],
        'media-src': ["'self'", 'https:'],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        ...(setup.secure ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    // Players of the video hosts refuse to start without a referrer.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Payment popups must be able to talk to the page that opened them.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // Sandboxed frames of one origin would be told apart by it, and the browser warns about each.
    originAgentCluster: false,
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: setup.secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
}
