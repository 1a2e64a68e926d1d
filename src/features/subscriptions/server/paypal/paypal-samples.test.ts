import { expect, test } from 'vitest';
import { setUpPaidSite, site } from '#test/paypal-fixture.ts';

/*
 * Webhook events in the form of PayPal's simulator and signed samples: impossible dates, and no id of ours.
 * PayPal repeats events without a 2xx response for three days, and may then disable the webhook.
 */

setUpPaidSite();

const SUMMARY = 'A sample';
const links = [
  { href: 'https://api.paypal.com/v1/payments/refund/77689802DL785834G', rel: 'self', method: 'GET' },
];
const SAMPLES: [string, Record<string, unknown>][] = [
  [
    'BILLING.SUBSCRIPTION.CREATED',
    {
      create_time: '2018-19-12T22:20:32.000Z',
      resource_type: 'subscription',
      resource: { id: 'I-BW452GLLEP1G', status: 'APPROVAL_PENDING', create_time: '2018-12-10T21:20:49Z' },
    },
  ],
  [
    'PAYMENT.SALE.REVERSED',
    {
      create_time: '2014-10-23T00:19:27Z',
      resource_type: 'sale',
      resource: {
        id: '77689802DL785834G',
        create_time: '2018-19-12T22:20:32.000Z',
        state: 'completed',
        amount: { total: '-0.49', currency: 'USD', details: { subtotal: '-0.64', tax: '0.08' } },
        links,
      },
    },
  ],
  [
    'CUSTOMER.DISPUTE.CREATED',
    {
      create_time: '2018-19-12T22:20:32.000Z',
      resource_type: 'dispute',
      resource: {
        dispute_id: 'PP-000-042-663-135',
        create_time: '2018-19-12T22:20:32.000Z',
        disputed_transactions: [{ seller_transaction_id: '00D10444LD479031K' }],
        reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
      },
    },
  ],
];

test.each(SAMPLES)(
  'the signed sample of %s is answered with 200, and stored once',
  async (event_type, sample) => {
    const id = `WH-SAMPLE-${event_type}`;
    const body = JSON.stringify({ id, event_version: '1.0', event_type, summary: SUMMARY, ...sample });
    expect([await site.tell({ body }), await site.tell({ body })]).toEqual([200, 200]);
    const stored = site.db
      .selectFrom('payment_events')
      .select('type')
      .where('provider_id', '=', id)
      .execute();
    expect(await stored).toEqual([{ type: event_type }]);
  },
);
