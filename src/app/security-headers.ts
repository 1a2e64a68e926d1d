import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** The video hosts whose players may be framed, once a person has pressed play. */
const VIDEO_HOSTS = [
  'https://www.youtube.com',
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
];

export interface HeaderSetup {
  /** Pages are served over https. */
  secure: boolean;
  /** Inline scripts of ours, allowed by their hashes. */
  inlineScripts: string[];
  /** Development: the bundler's own scripts and socket are let through. */
  dev: boolean;
}

/** Security headers for everything; helmet's defaults where they fit, and the reason where they do not. */
export async function securityHeaders(app: FastifyInstance, setup: HeaderSetup): Promise<void> {
  const hashes = setup.inlineScripts.map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
        'frame-ancestors': ["'none'"],
        'form-action': ["'self'"],
        'script-src': setup.dev ? ["'self'", "'unsafe-inline'"] : ["'self'", ...hashes],
        'style-src': ["'self'", "'unsafe-inline'"],
        'connect-src': setup.dev ? ["'self'", 'ws:'] : ["'self'"],
        'frame-src': ["'self'", ...VIDEO_HOSTS],
        'img-src': ["'self'", 'data:', 'https:'],
        'media-src': ["'self'", 'https:'],
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
