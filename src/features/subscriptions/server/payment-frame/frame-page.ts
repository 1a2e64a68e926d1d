import { escapeMarkup } from '#platform/text/markup.ts';
import type { Payments } from '../../contract/schemas.ts';

export type PayPal = Extract<Payments, { provider: 'paypal' }>;

/** Address of PayPal's script with the buttons for subscriptions. */
function scriptUrl({ clientId, environment, scriptOrigin }: PayPal): string {
  const origin = scriptOrigin ?? `https://www.${environment === 'sandbox' ? 'sandbox.' : ''}paypal.com`;
  const options = new URLSearchParams({
    'client-id': clientId,
    components: 'buttons',
    currency: 'USD',
    intent: 'subscription',
    vault: 'true',
  });
  return `${origin}/sdk/js?${options}`;
}

/**
 * Matches the light scheme of PayPal's frames. With another one, browsers would draw an opaque background.
 */
const STYLE = 'html{color-scheme:light}body{margin:0}';

const LOADING = `parent.postMessage({ is: 'pending' }, location.origin)`;

/** Shows the buttons, and sends the page `FrameMessage`s. */
const BUTTONS = `
(() => {
  const tell = (message, ports = []) => parent.postMessage(message, location.origin, ports);
  const begin = () =>
    new Promise((resolve, reject) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => {
        if (typeof data === 'string') resolve(data);
        else reject(new Error('The checkout has not begun.'));
      };
      tell({ is: 'begin' }, [port2]);
    });
  const rejected = () => tell({ is: 'rejected' });
  addEventListener('keydown', ({ key }) => key === 'Escape' && tell({ is: 'escape' }));
  if (!window.paypal) return rejected();
  new ResizeObserver(() => tell({ is: 'height', px: document.documentElement.offsetHeight })).observe(
    document.documentElement,
  );
  // Without a window of its own, PayPal lays its checkout over this document, which is low.
  let covers = false;
  const isOver = (part) =>
    part.offsetHeight >= innerHeight && getComputedStyle(part).position === 'fixed';
  new MutationObserver(() => {
    const on = [...document.body.children].some(isOver);
    if (on !== covers) tell({ is: 'covers', on });
    covers = on;
  }).observe(document.body, { childList: true });
  paypal
    .Buttons({
      style: { layout: 'vertical', shape: 'pill', color: 'silver', label: 'subscribe', height: 45 },
      createSubscription: begin,
      onApprove: async ({ subscriptionID }) =>
        tell({ is: 'approved', subscriptionId: subscriptionID || null }),
      onError: () => tell({ is: 'failed' }),
    })
    .render('#buttons')
    .then(() => tell({ is: 'resolved' }), rejected);
})();
`;

/**
 * Returns the HTML of the frame. Every script has the nonce; `data-csp-nonce` hands it to PayPal's own, for
 * the styles and scripts that it adds.
 */
export const framePage = (payments: PayPal, nonce: string): string =>
  [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<title>Payment</title><style nonce="${nonce}">${STYLE}</style>`,
    `<body><div id="buttons"></div><script nonce="${nonce}">${LOADING}</script>`,
    `<script nonce="${nonce}" data-csp-nonce="${nonce}" src="${escapeMarkup(scriptUrl(payments))}"></script>`,
    `<script nonce="${nonce}">${BUTTONS}</script></body></html>`,
  ].join('\n');
