import { expect, test } from 'vitest';
import { DAY } from '#platform/text/time-units.ts';
import { setUpPaidSite, site } from '#test/paypal-fixture.ts';
import { PayPalProvider } from '../paypal/paypal-provider.ts';
import { Reconciler } from '../state/reconciler.ts';

/* The owner sets another PAYPAL_PLAN_ID, as `npm run paypal -- setup` advises after a change of the plan. */

setUpPaidSite();

/** Checks all subscriptions two days later, with another configured plan. */
async function liveWithAnotherPlan(): Promise<void> {
  const provider = new PayPalProvider({ ...site.peer.keys, planId: 'P-CORRECTED' });
  site.passTo(Date.now() + 2 * DAY);
  await new Reconciler({ db: site.db, provider, publicUrl: () => '' }, { warn() {} }).reconcileDue();
}

/** Makes a row look like one of an older program, which stores no configured plan. */
const forgetPlan = (id: string) =>
  site.db.updateTable('subscriptions').set({ plan_id: null }).where('provider_id', '=', id).execute();

test.each(['this program', 'an older program'])(
  'another configured plan ends no subscription that %s began',
  async (which) => {
    const reader = await site.api.signedIn('free');
    await site.keepSessions();
    const id = await site.subscribed(reader);
    if (which === 'an older program') await forgetPlan(id);
    await liveWithAnotherPlan();
    expect([await site.opens(reader), site.peer.books.get(id).status]).toEqual([true, 'ACTIVE']);
    expect(await site.rowOf(id)).toMatchObject({ status: 'active', plan_id: site.peer.keys.planId });
  },
);

test('a checkout that began before the change of the configured plan is paid after it', async () => {
  const reader = await site.api.signedIn('free');
  await site.keepSessions();
  const id = await site.begin(reader);
  site.peer.approve(id);
  await liveWithAnotherPlan();
  expect([await site.opens(reader), site.peer.books.get(id).status]).toEqual([true, 'ACTIVE']);
});

test('a payer who moves to another plan loses access, also with a row of an older program', async () => {
  const reader = await site.api.signedIn('free');
  await site.keepSessions();
  const id = await site.subscribed(reader);
  await forgetPlan(id);
  await site.liveTo(Date.now() + 2 * DAY);
  Object.assign(site.peer.books.get(id), { planId: 'P-CHEAP' });
  await site.liveTo(Date.now() + 2 * DAY);
  expect([await site.opens(reader), site.peer.books.get(id).status]).toEqual([false, 'CANCELLED']);
});
