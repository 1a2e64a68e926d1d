/**
 * Policy of interactive droplets: pages that run their own script, without the network and with an origin of
 * their own. The policy of the page around them says where their frame may go (`frame-src`).
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
