import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { MINUTE } from '#platform/text/time-units.ts';
import { type PayPalPeer, startPayPalPeer } from '#test/paypal/paypal-peer.ts';
import { type OpenSite, openSite, type WatchedPage } from '../support/open-site.ts';
import { findLocked, type Locked, openDialog, openPage, subscribeDialog } from '../support/subscribers.ts';

/** A site with PayPal payments, and a local peer with the interface of PayPal and its script. */
interface PayPalSite {
  readonly peer: PayPalPeer;
  readonly site: OpenSite;
  readonly locked: Locked;
  /** Id of the subscription that was approved last. */
  latest(): string;
  /** Sends the site all events of that subscription. */
  tellAll(): Promise<void>;
  /** Pays while PayPal takes a minute to confirm, until the dialog says so. */
  payAndWait(page: WatchedPage): Promise<void>;
}

/** PayPal's button, in its frame. */
export const payPalButton = (page: Page) =>
  subscribeDialog(page).frameLocator('iframe').getByRole('button', { name: 'Subscribe with PayPal' });

/**
 * Starts site and peer for the tests of a file, and resets the peer after each. `env` has additional
 * variables of the site.
 */
export function payPalSite(env: Record<string, string> = {}): PayPalSite {
  let peer: PayPalPeer;
  let site: OpenSite;
  let locked: Locked;
  beforeAll(async () => {
    peer = await startPayPalPeer();
    const { apiUrl, clientId, clientSecret, planId, webhookId } = peer.keys;
    site = await openSite({
      PAYMENTS: 'paypal',
      PAYPAL_API_URL: apiUrl,
      PAYPAL_CLIENT_ID: clientId,
      PAYPAL_CLIENT_SECRET: clientSecret,
      PAYPAL_PLAN_ID: planId,
      PAYPAL_WEBHOOK_ID: webhookId,
      ...env,
    });
    peer.notices.site = site.url;
    locked = await findLocked(site);
  });
  afterEach(() => {
    peer.heal();
    peer.person = 'approve';
    peer.approvalTakes = 0;
  });
  afterAll(async () => {
    await site.close();
    await peer.stop();
  });

  const latest = () => [...peer.books.subscriptions.keys()].at(-1) as string;
  return {
    get peer() {
      return peer;
    },
    get site() {
      return site;
    },
    get locked() {
      return locked;
    },
    latest,
    async tellAll() {
      for (const notice of peer.notices.about(latest())) await peer.notices.send(notice);
    },
    async payAndWait(page) {
      await openPage(page, `/waves/${locked.waveId}`);
      await openDialog(page);
      peer.approvalTakes = MINUTE;
      await payPalButton(page).click();
      await subscribeDialog(page)
        .getByText(/^The payment provider is confirming your payment/)
        .waitFor();
    },
  };
}
