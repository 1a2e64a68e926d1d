import { expect, test } from 'vitest';
import { framePage } from './frame-page.ts';

const PAYPAL = {
  provider: 'paypal',
  clientId: 'client',
  environment: 'production',
  scriptOrigin: null,
} as const;

test('the page gets a message when PayPal’s checkout covers the frame, and when it is gone', () => {
  const messages: unknown[] = [];
  const beacon = { position: 'fixed', offsetHeight: 0 };
  const children = [{ position: 'static', offsetHeight: 120 }];
  let changed = () => {};
  const fakes = {
    parent: { postMessage: (message: unknown) => messages.push(message) },
    location: { origin: 'https://site' },
    innerHeight: 120,
    addEventListener() {},
    document: { body: { children }, documentElement: { offsetHeight: 120 } },
    getComputedStyle: (part: { position: string }) => part,
    ResizeObserver: class {
      observe() {}
    },
    MutationObserver: class {
      constructor(listener: () => void) {
        changed = listener;
      }
      observe() {}
    },
    paypal: { Buttons: () => ({ render: () => new Promise(() => {}) }) },
  };
  const script = /<script[^>]*>([^<]*)<\/script><\/body>/.exec(framePage(PAYPAL, 'nonce'))?.[1] ?? '';
  new Function('window', ...Object.keys(fakes), script)(fakes, ...Object.values(fakes));
  children.push(beacon);
  changed();
  children.push({ position: 'fixed', offsetHeight: 120 });
  changed();
  changed();
  children.pop();
  changed();
  expect(messages).toEqual([
    { is: 'covers', on: true },
    { is: 'covers', on: false },
  ]);
});
