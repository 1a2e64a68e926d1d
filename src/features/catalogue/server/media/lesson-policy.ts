/**
 * Policy of interactive droplets: pages that run their own script, without the network and with an opaque
 * origin. The outer page's `frame-src` limits the addresses of their frame.
 */
export const LESSON_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'media-src data:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ');
