import { randomBytes } from 'node:crypto';
import type { Db } from '#platform/database/open.ts';
import { FIRST_TERMS, type Terms } from '../../shared/prices.ts';
import type { PaymentProvider } from '../provider.ts';
import { sameTerms } from '../terms.ts';

/**
 * Finds the provider's plan for these terms, and creates it on first use; null: the configured one. Stores
 * the idempotency key before the call, so that concurrent nodes, and a retry after a crash, get one plan.
 */
export async function planFor(db: Db, provider: PaymentProvider, terms: Terms): Promise<string | null> {
  if (sameTerms(terms, FIRST_TERMS)) return null;
  const { cents, currency, interval } = terms;
  const key = {
    provider: provider.name,
    account: provider.account,
    cents,
    currency,
    price_interval: interval,
  };
  const find = () =>
    db
      .selectFrom('billing_plans')
      .selectAll()
      .where((eb) => eb.and(key))
      .executeTakeFirst();
  let known = await find();
  if (!known) {
    await db
      .insertInto('billing_plans')
      .values({ ...key, request_id: randomBytes(16).toString('hex'), created_at: Date.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    known = await find();
  }
  if (!known) throw new Error('The plan was removed while it was created.');
  if (known.plan_id !== null) return known.plan_id;
  const planId = await provider.createPlan(terms, known.request_id);
  // The first stored id wins, because the provider may forget the key after some days.
  await db
    .updateTable('billing_plans')
    .set({ plan_id: planId })
    .where('id', '=', known.id)
    .where('plan_id', 'is', null)
    .execute();
  return (await find())?.plan_id ?? planId;
}
