import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { PLAN } from '../contract/calls.ts';
import { FIRST_TERMS, type Terms } from '../shared/prices.ts';
import {
  type Order,
  type PaymentProvider,
  type ProviderPayment,
  ProviderRefused,
  type ProviderSubscription,
} from './provider.ts';
import { addPeriod } from './state/payment-rules.ts';
import { sameTerms } from './terms.ts';

/**
 * A payment provider for trials: a table stores its subscriptions, and no money moves. The configuration
 * refuses it in production.
 */
export class SandboxProvider implements PaymentProvider {
  readonly name = 'sandbox';
  readonly cardUrl = null;
  readonly account = 'sandbox';
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  createPlan = async (terms: Terms): Promise<string> => planIdOf(terms);
  planProblems = async () => [];

  async create({ reference, returnUrl, terms }: Order) {
    await this.#db
      .insertInto('sandbox_subscriptions')
      .values({
        id: `TEST-${randomBytes(9).toString('base64url')}`,
        reference,
        state: 'pending',
        cents: terms.cents,
        price_interval: terms.interval,
      })
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .execute();
    const { id } = await this.#db
      .selectFrom('sandbox_subscriptions')
      .select('id')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
    return { id, approveUrl: returnUrl };
  }

  /** Acts as a payer does at a real provider. Returns false when there is nothing to approve. */
  async approve(id: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('sandbox_subscriptions')
      .set({ state: 'active', approved_at: Date.now() })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async read(id: string): Promise<ProviderSubscription | null> {
    const row = await this.#db
      .selectFrom('sandbox_subscriptions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return null;
    const payments = row.approved_at === null ? [] : await this.#withRefunds(paymentsOf(row));
    const last = payments.at(-1);
    const terms = termsOf(row);
    return {
      id,
      reference: row.reference,
      state: row.state as ProviderSubscription['state'],
      planId: sameTerms(terms, FIRST_TERMS) ? this.account : planIdOf(terms),
      hasPlanPrice: true,
      stateSince: null,
      nextPaymentAt: last && row.state === 'active' ? addPeriod(last.at, terms.interval) : null,
      lastPayment: last ?? null,
      failedPayments: 0,
      lastFailedPaymentAt: null,
      payerEmail: null,
      otherTransactionIds: [],
      payments,
    };
  }

  suspend = (id: string) => this.#setState(id, 'active', { state: 'suspended', stopped_at: Date.now() });
  resume = (id: string) => this.#setState(id, 'suspended', { state: 'active', stopped_at: null });

  async cancel(id: string): Promise<void> {
    await this.#db
      .updateTable('sandbox_subscriptions')
      .set((eb) => ({
        state: 'cancelled',
        stopped_at: eb.fn.coalesce('stopped_at', eb.val(Date.now())),
      }))
      .where('id', '=', id)
      .execute();
  }

  /** Records the refund, as no money has moved. */
  async refund(paymentId: string, requestId: string, part?: { cents: number }): Promise<string | null> {
    const repeated = await this.#refundBy(requestId);
    if (repeated) return `TEST-REFUND-${repeated.id}`;
    const refunded = (await this.#refundedCents([paymentId])).get(paymentId) ?? 0;
    const left = (await this.#paidCents(paymentId)) - refunded;
    if (left <= 0) return null;
    const cents = part?.cents ?? left;
    if (cents > left) throw new ProviderRefused(`Less than ${cents} cents are left of ${paymentId}.`);
    await this.#db
      .insertInto('sandbox_refunds')
      .values({ payment_id: paymentId, request_id: requestId, cents })
      .onConflict((conflict) => conflict.column('request_id').doNothing())
      .execute();
    return `TEST-REFUND-${(await this.#refundBy(requestId))?.id}`;
  }

  /**
   * Returns the amount of a payment in cents: that of its subscription, whose id is the prefix of the
   * payment's id.
   */
  async #paidCents(paymentId: string): Promise<number> {
    const row = await this.#db
      .selectFrom('sandbox_subscriptions')
      .select('cents')
      .where('id', '=', paymentId.replace(/-\d{1,6}$/, ''))
      .executeTakeFirst();
    return row?.cents ?? PLAN.cents;
  }

  #refundBy = (requestId: string) =>
    this.#db
      .selectFrom('sandbox_refunds')
      .select('id')
      .where('request_id', '=', requestId)
      .executeTakeFirst();

  async #refundedCents(paymentIds: string[]): Promise<Map<string, number>> {
    if (paymentIds.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('sandbox_refunds')
      .select((eb) => ['payment_id', eb.fn.sum<number>('cents').as('cents')])
      .where('payment_id', 'in', paymentIds)
      .groupBy('payment_id')
      .execute();
    return new Map(rows.map(({ payment_id, cents }) => [payment_id, Number(cents)]));
  }

  async #withRefunds(payments: ProviderPayment[]): Promise<ProviderPayment[]> {
    const refunded = await this.#refundedCents(payments.map(({ id }) => id));
    return payments.map((payment) => ({
      ...payment,
      status: (refunded.get(payment.id) ?? 0) >= payment.cents ? 'refunded' : payment.status,
    }));
  }

  async locate() {
    return { subscriptionId: null, paymentId: null };
  }

  async #setState(id: string, from: string, to: { state: string; stopped_at: number | null }): Promise<void> {
    const { numUpdatedRows } = await this.#db
      .updateTable('sandbox_subscriptions')
      .set(to)
      .where('id', '=', id)
      .where('state', '=', from)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ProviderRefused(`The test subscription ${id} is not ${from}.`);
  }
}

type Stored = Selectable<Tables['sandbox_subscriptions']>;

const termsOf = ({ cents, price_interval }: Stored): Terms => ({
  cents: cents ?? PLAN.cents,
  currency: PLAN.currency,
  interval: price_interval === 'year' ? 'year' : 'month',
});

const planIdOf = ({ cents, interval }: Terms) => `TEST-PLAN-${cents}-${interval}`;

/** Lists one payment at the approval and one each period after it, until the subscription is stopped. */
function paymentsOf(row: Stored): ProviderPayment[] {
  const payments: ProviderPayment[] = [];
  const end = row.stopped_at ?? Date.now();
  const { cents, currency, interval } = termsOf(row);
  for (let at = row.approved_at ?? end; at <= end; at = addPeriod(at, interval)) {
    const id = `${row.id}-${payments.length + 1}`;
    payments.push({ id, cents, currency, at, status: 'completed' });
  }
  return payments;
}
