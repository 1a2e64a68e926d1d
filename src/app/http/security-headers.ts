import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import {
  contentPolicy,
  type Directives,
  hashSource,
  REPORTING_ENDPOINTS,
} from '#platform/http/serve/content-policy.ts';
import { ERROR_STYLE } from '#platform/http/serve/error-page.ts';

/** Video hosts whose players may be framed. A frame opens only on a press of play. */
const VIDEO_HOSTS = [
  'https://www.youtube.com',
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
];

interface HeaderSetup {
  secure: boolean;
  /**
   * The site's inline scripts, allowed by their hashes, because pages are cached with their headers and
   * nonces would be reused.
   */
  inlineScripts: string[];
  /** Whether to allow the bundler's scripts, styles and socket, for development. */
  dev: boolean;
  /** Origin of the store from which players fetch films; undefined: the site's own. */
  mediaOrigin: string | undefined;
  /** Address in the store at which editors' browsers store parts, with a trailing slash. */
  directAddress: string | undefined;
  /** Whether the frame of the payment provider may use the browser's payment interface. */
  hasPaymentFrame: boolean;
}

/**
 * Returns the policy of pages. Text becomes script or HTML only through the `default` policy of
 * `trusted-types-script.ts`; browsers without trusted types ignore both lines about them.
 */
const directives = ({ dev, secure, inlineScripts, mediaOrigin, directAddress }: HeaderSetup): Directives => ({
  'default-src': ["'self'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'form-action': ["'self'"],
  'script-src': ["'self'", ...(dev ? ["'unsafe-inline'"] : inlineScripts.map(hashSource))],
  'style-src': ["'self'", dev ? "'unsafe-inline'" : hashSource(ERROR_STYLE)],
  // On every page, because navigation to the administration keeps the document and its policy. With a path,
  // because the origin may be a provider's, where an attacker can have a bucket.
  'connect-src': ["'self'", ...(dev ? ['ws:'] : []), ...(directAddress ? [directAddress] : [])],
  'frame-src': ["'self'", ...VIDEO_HOSTS],
  'img-src': ["'self'", 'data:', 'https:'],
  'media-src': ["'self'", 'https:', ...(mediaOrigin ? [mediaOrigin] : [])],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  ...(dev ? {} : { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['default'] }),
  ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
});

/** Sets security headers on every response: helmet's defaults, and exceptions with their reasons. */
export async function securityHeaders(app: FastifyInstance, setup: HeaderSetup): Promise<void> {
  const headers = {
    'content-security-policy': contentPolicy(directives(setup)),
    'reporting-endpoints': REPORTING_ENDPOINTS,
    'permissions-policy': `payment=(${setup.hasPaymentFrame ? 'self' : ''})`,
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // The video hosts' players fail without a referrer.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Payment popups communicate with the page that opened them.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // With this header browsers warn about each sandboxed frame.
    originAgentCluster: false,
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: setup.secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  });
}
