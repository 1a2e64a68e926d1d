import { randomBytes } from 'node:crypto';
import type { Db } from '#platform/database/open.ts';
import { FIRST_TERMS, type Terms } from '../../shared/prices.ts';
import type { PaymentProvider } from '../provider.ts';
import { sameTerms } from '../terms.ts';
import { offeredPlans } from './offered-plans.ts';

/** The part of a provider that sells the plans of its account. */
export type Seller = Pick<PaymentProvider, 'name' | 'account' | 'planProblems'>;

const keyOf = ({ name, account }: Seller, { cents, currency, interval }: Terms) => ({
  provider: name,
  account,
  cents,
  currency,
  price_interval: interval,
});

const find = (db: Db, provider: Seller, terms: Terms) =>
  db
    .selectFrom('billing_plans')
    .selectAll()
    .where((eb) => eb.and(keyOf(provider, terms)))
    .executeTakeFirst();

/** Lists the problems of the provider's plans for the offered prices. Plans not created yet have none. */
export async function offeredPlanProblems(db: Db, provider: Seller): Promise<string[]> {
  const problems = (await offeredPlans(db)).map(async (terms) => {
    const planId = sameTerms(terms, FIRST_TERMS)
      ? provider.account
      : (await find(db, provider, terms))?.plan_id;
    const found = planId ? await provider.planProblems(planId, terms) : [];
    return found.map((text) => `Plan ${planId}: ${text}`);
  });
  return (await Promise.all(problems)).flat();
}

/**
 * Finds the provider's plan for these terms, and creates it on first use; null: the configured one. Stores
 * the idempotency key before the call, so that concurrent nodes, and a retry after a crash, get one plan.
 */
export async function planFor(db: Db, provider: PaymentProvider, terms: Terms): Promise<string | null> {
  if (sameTerms(terms, FIRST_TERMS)) return null;
  let known = await find(db, provider, terms);
  if (!known) {
    await db
      .insertInto('billing_plans')
      .values({
        ...keyOf(provider, terms),
        request_id: randomBytes(16).toString('hex'),
        created_at: Date.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    known = await find(db, provider, terms);
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
  return (await find(db, provider, terms))?.plan_id ?? planId;
}
