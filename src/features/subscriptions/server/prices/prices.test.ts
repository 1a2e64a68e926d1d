import { describe, expect, test } from 'vitest';
import { DAY } from '#platform/text/time-units.ts';
import {
  change,
  OLD,
  owner,
  press,
  reader,
  START,
  site,
  startPriceSite,
  subscribedTo,
  YEAR,
  YEARLY,
} from '#test/payment-histories/price-fixture.ts';

/* Prices that an administrator sets, with a PayPal peer over HTTP. */

const MONTH = { interval: 'month', cents: 2500 };

startPriceSite();

describe('changing the price', () => {
  test('it is in force at once for everybody, in the audit log, and can be undone', async () => {
    expect((await owner.get('/api/subscriptions/price')).body).toEqual(OLD);
    const { status, body } = await change(YEARLY);
    expect([status, body]).toEqual([200, YEARLY]);
    expect((await site.stateOf(reader)).plans).toEqual([
      { cents: 2500, currency: 'USD', interval: 'month' },
      { cents: 20_000, currency: 'USD', interval: 'year' },
    ]);
    const { body: entries } = await owner.get('/api/audit-log?itemType=setting');
    expect(entries.map(({ title }: { title: string }) => title)).toEqual(['Yearly price', 'Monthly price']);
    for (const { id } of entries)
      expect((await owner.post(`/api/audit-log/${id}/undo`, {})).status).toBe(200);
    expect((await owner.get('/api/subscriptions/price')).body).toEqual(OLD);
  });

  test.each([
    [{ monthlyCents: 99, yearlyCents: null }, 'monthlyCents', 'Enter a price from $1.00 to $9,999.99'],
    [{ monthlyCents: 1_000_000, yearlyCents: null }, 'monthlyCents', 'Enter a price from $1.00 to $9,999.99'],
    [{ monthlyCents: 20.5, yearlyCents: null }, 'monthlyCents', 'Enter a price from $1.00 to $9,999.99'],
    [{ monthlyCents: '2000', yearlyCents: null }, 'monthlyCents', 'Enter a price from $1.00 to $9,999.99'],
    [{ monthlyCents: 2000, yearlyCents: 0 }, 'yearlyCents', 'Enter a yearly price from $1.00 to $9,999.99'],
  ])('%j is 400 and changes nothing', async (prices, path, message) => {
    const { status, body } = await change(prices);
    expect([status, body.issues]).toEqual([400, [{ path, message }]]);
    expect((await owner.get('/api/subscriptions/price')).body).toEqual(OLD);
  });

  test.each([
    ['subscription.price', ['0.99', '20', '20.5', '$20.00', 'off', '10000.00', '020.00']],
    ['subscription.yearly-price', ['0.00', '200', 'on', '-1.00']],
  ])('the setting %s takes prices only', async (key, values) => {
    for (const value of values)
      expect((await owner.post('/api/settings', { key, value, category: 'general' })).status, value).toBe(
        400,
      );
    const right = { key, value: '33.00', category: 'general' };
    expect((await owner.post('/api/settings', right)).status).toBe(201);
  });

  test('a second press changes nothing, and a stale page gets the present price', async () => {
    const [first, twice] = await Promise.all([change(YEARLY), change(YEARLY)]);
    expect([first.status, twice.status]).toEqual([200, 200]);
    const { status, body } = await change({ monthlyCents: 1500, yearlyCents: null });
    expect([status, body.code, body.current]).toEqual([409, 'edit-conflict', YEARLY]);
    expect(body.message).toContain('$25.00 USD per month, or $200.00 USD per year now');
    expect(await site.db.selectFrom('audit_log').select('id').execute()).toHaveLength(2);
  });

  test('of two administrators at once, one sets the price, and the other gets a conflict', async () => {
    const second = await site.api.signedIn('admin', { username: `second-${owner.user.id}` });
    const answers = await Promise.all([
      change({ monthlyCents: 2500, yearlyCents: null }),
      change({ monthlyCents: 3000, yearlyCents: null }, OLD, second),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200)?.body;
    expect((await owner.get('/api/subscriptions/price')).body).toEqual(winner);
  });

  test('a price that PayPal has no plan for is not in force', async () => {
    site.peer.fault('plan.create', { status: 500 });
    const { status, body } = await change(YEARLY);
    expect([status, body.code]).toEqual([503, 'provider-unavailable']);
    expect((await owner.get('/api/subscriptions/price')).body).toEqual(OLD);
    expect((await change(YEARLY)).status).toBe(200);
  });
});

describe('PayPal’s plans', () => {
  test('there is one for each price and interval, whatever nodes and crashes do', async () => {
    const node = await site.anotherNode();
    await Promise.all([change(YEARLY), change(YEARLY, OLD, site.at(node, owner))]);
    await change({ ...YEARLY, monthlyCents: 3000 }, YEARLY);
    await change(YEARLY, { ...YEARLY, monthlyCents: 3000 });
    site.peer.fault('plan.create', 'lost');
    expect((await change({ ...YEARLY, yearlyCents: 30_000 }, YEARLY)).status).toBe(503);
    expect((await change({ ...YEARLY, yearlyCents: 30_000 }, YEARLY)).status).toBe(200);
    const plans = site.peer.books.plans.slice(1).map(({ product_id, billing_cycles }) => {
      const [cycle] = billing_cycles as { frequency: object; pricing_scheme: object }[];
      return { product_id, ...cycle?.frequency, ...cycle?.pricing_scheme };
    });
    const plan = (unit: string, value: string) => ({
      product_id: 'PROD-OF-THE-TESTS',
      interval_unit: unit,
      interval_count: 1,
      fixed_price: { value, currency_code: 'USD' },
    });
    expect(plans).toHaveLength(4);
    for (const expected of [
      plan('MONTH', '25.00'),
      plan('YEAR', '200.00'),
      plan('MONTH', '30.00'),
      plan('YEAR', '300.00'),
    ])
      expect(plans).toContainEqual(expected);
  });

  test('the configured plan is that of $20.00 a month: no other one is made', async () => {
    await subscribedTo({});
    expect(site.peer.books.plans).toHaveLength(1);
    expect((await site.rowsOf(reader.user.id))[0]).toMatchObject({
      provider: 'paypal',
      plan_id: site.peer.keys.planId,
    });
  });
});

describe('a checkout', () => {
  test('at an outdated price gets the present one, and nothing is begun', async () => {
    await change(YEARLY);
    const stale = await press({});
    expect([stale.status, stale.body.code]).toEqual([409, 'price-changed']);
    expect(stale.body.message).toContain('$25.00 USD per month, or $200.00 USD per year now');
    expect((await press({ interval: 'year', cents: 2500 })).body.code).toBe('price-changed');
    expect(await site.rowsOf(reader.user.id)).toEqual([]);
    expect((await press(MONTH)).body.price).toEqual({ cents: 2500, currency: 'USD', interval: 'month' });
  });

  test('that began at the old price ends at it', async () => {
    const { body } = await press({});
    await change(YEARLY);
    expect((await press({})).body).toEqual(body);
    site.peer.approve(body.subscriptionId);
    expect((await site.report(reader, body.subscriptionId)).status).toBe(200);
    expect(site.peer.books.get(body.subscriptionId).payments[0]?.value).toBe('20.00');
    expect((await site.stateOf(reader)).subscription.price.cents).toBe(2000);
  });

  test('at another plan replaces the first one; both paid, one is refunded', async () => {
    await change(YEARLY);
    const monthly = (await press(MONTH)).body.subscriptionId;
    const yearly = (await press(YEAR)).body.subscriptionId;
    expect(yearly).not.toBe(monthly);
    expect((await press(YEAR)).body.subscriptionId).toBe(yearly);
    site.peer.approve(yearly);
    expect((await site.report(reader, yearly)).status).toBe(200);
    site.peer.approve(monthly);
    await site.liveTo(START + DAY);
    expect(site.peer.books.get(monthly).payments).toMatchObject([{ status: 'REFUNDED' }]);
    expect(site.peer.books.get(yearly).payments).toMatchObject([{ status: 'COMPLETED', value: '200.00' }]);
    expect(await site.opens(reader)).toBe(true);
  });

  test('of two at once with different plans, each gets its own or a clear answer', async () => {
    await change(YEARLY);
    const answers = await Promise.all([press(MONTH), press(YEAR)]);
    for (const { status, body } of answers)
      if (status !== 201) expect([status, body.code]).toEqual([409, 'payment-pending']);
    const open = (await site.rowsOf(reader.user.id)).filter((row) => row.status === 'created');
    expect(open).toHaveLength(1);
  });

  test('of a monthly subscriber who wants to pay yearly says how', async () => {
    await change(YEARLY);
    await subscribedTo(MONTH);
    const { status, body } = await press(YEAR);
    expect([status, body.code]).toEqual([409, 'already-subscribed']);
    expect(body.message).toContain(
      'cancel it on your account page, and subscribe again when your paid time ends',
    );
    expect((await press(MONTH)).body.message).toBe('You already have a subscription.');
  });
});
