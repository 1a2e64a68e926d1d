import type { Page } from 'playwright-core';
import { failing, inTurn, never, press, type Screen, visible } from './screen.ts';

const paying = (name: string, more: Partial<Screen> = {}): Screen => ({
  name,
  group: 'Subscribing',
  who: 'entered',
  path: '/waves/2',
  layer: true,
  ...more,
});

const DIALOG = 'dialog:not([data-part=viewer])[open]';
const SUBSCRIPTION = '**/api/subscription';
const open = inTurn(press('Subscribe Now', 'main'), visible(DIALOG));
const begun = inTurn(open, press('Pay by card or wallet', DIALOG), visible('text=Approve payment'));
const approved = inTurn(begun, press('Approve payment', DIALOG));

const MONTHLY = { cents: 2000, currency: 'USD', interval: 'month' };
/** Responds to the call for the reader's own subscription. */
const own = (what: { payments?: object; plans?: object; subscription?: object }) => (page: Page) =>
  page.route(SUBSCRIPTION, (route) =>
    route.fulfill({
      json: {
        ...{ payments: { provider: 'sandbox' }, plans: [MONTHLY], subscription: null },
        ...{ waitsForAccount: false, grantedUntil: null, grantedForever: false },
        ...what,
      },
    }),
  );
const stands = (status: 'pending' | 'past_due') =>
  own({
    subscription: {
      status,
      nextPaymentAt: null,
      accessUntil: null,
      canUndo: false,
      isTest: true,
      price: MONTHLY,
    },
  });
const withPayPal = own({
  payments: { provider: 'paypal', clientId: 'AQ-client', scriptOrigin: null, environment: 'sandbox' },
});
const FRAME = '**/subscribe/pay';
/** Shows the frame while PayPal's script loads. */
const loadingFrame = (page: Page) =>
  page.route(FRAME, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<html lang="en"><title>Payment</title><div id="buttons"></div>
        <script>parent.postMessage({ is: 'pending' }, location.origin)</script>`,
    }),
  );

/** Screens of the subscription dialog in every state, and of the notes for subscribers. */
export const subscribingScreens: Screen[] = [
  paying('subscribe', {
    prepare: inTurn(open, visible(`${DIALOG} button:has-text("Pay by card or wallet")`)),
  }),
  paying('subscribe-initial', {
    before: never(SUBSCRIPTION),
    prepare: inTurn(open, visible('[data-state=initial]')),
  }),
  paying('subscribe-pending', {
    before: inTurn(withPayPal, loadingFrame),
    prepare: inTurn(open, visible('[data-state=pending]')),
  }),
  paying('subscribe-rejected', {
    before: inTurn(withPayPal, (page) => page.route(FRAME, (route) => route.abort())),
    prepare: inTurn(open, visible('[data-state=rejected]')),
  }),
  paying('subscribe-unavailable', {
    before: failing(SUBSCRIPTION),
    prepare: inTurn(open, visible(`${DIALOG} [role=alert]`)),
  }),
  paying('subscribe-off', {
    before: own({ payments: { provider: 'off' } }),
    prepare: inTurn(open, visible(`${DIALOG} a`)),
  }),
  paying('subscribe-yearly', {
    before: own({ plans: [MONTHLY, { ...MONTHLY, cents: 20_000, interval: 'year' }] }),
    prepare: inTurn(open, visible(`${DIALOG} fieldset`)),
  }),
  paying('subscribe-again', {
    who: 'expired',
    prepare: inTurn(open, visible(`${DIALOG} button:has-text("Pay by card or wallet")`)),
  }),
  paying('subscribe-past-due', {
    before: stands('past_due'),
    prepare: inTurn(open, visible(`${DIALOG} a`)),
  }),
  paying('subscribe-approve', { prepare: begun }),
  paying('subscribe-failed', {
    before: failing('**/api/subscription/checkout'),
    prepare: inTurn(open, press('Pay by card or wallet', DIALOG), visible('[data-part=toast]')),
  }),
  paying('subscribe-asking', {
    before: never('**/api/subscribe'),
    prepare: inTurn(approved, visible('[data-part=toast]')),
  }),
  paying('subscribe-waiting', {
    before: stands('pending'),
    prepare: inTurn(open, visible(`${DIALOG} :text("You can close this window")`)),
  }),
  paying('subscribe-unheard', {
    before: failing('**/api/subscribe'),
    prepare: inTurn(approved, visible(`${DIALOG} [role=alert]`)),
  }),
  paying('subscribe-done', { prepare: inTurn(approved, visible('text=Subscription Activated')) }),
  paying('subscribe-note', {
    layer: false,
    prepare: inTurn(approved, visible('aside[aria-label="Your subscription"]'), (page) =>
      page.locator(DIALOG).waitFor({ state: 'hidden' }),
    ),
  }),
  paying('subscribe-manage', {
    prepare: inTurn(
      approved,
      press('Your subscription', 'aside[aria-label="Your subscription"]'),
      visible(`${DIALOG} b`),
    ),
  }),
  paying('subscribe-note-past-due', {
    who: 'past_due',
    layer: false,
    prepare: visible('aside[aria-label="Your subscription"]'),
  }),
];
