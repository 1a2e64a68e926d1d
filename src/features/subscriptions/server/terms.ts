import { PLAN } from '../contract/calls.ts';
import type { Terms } from '../shared/prices.ts';
import type { SubscriptionRow } from './queries.ts';

/** The terms of each subscription without a plan of its own, and of the configured plan. */
export const FIRST_TERMS: Terms = { cents: PLAN.cents, currency: PLAN.currency, interval: 'month' };

type TermsColumns = Pick<SubscriptionRow, 'plan_id' | 'price_cents' | 'price_currency' | 'price_interval'>;

/** The terms that a subscription was made for. Later prices do not change them. */
export function termsOf(row: TermsColumns): Terms {
  if (row.plan_id === null) return FIRST_TERMS;
  return {
    cents: row.price_cents ?? PLAN.cents,
    currency: row.price_currency ?? PLAN.currency,
    interval: row.price_interval === 'year' ? 'year' : 'month',
  };
}

export const sameTerms = (a: Terms, b: Terms): boolean =>
  a.cents === b.cents && a.currency === b.currency && a.interval === b.interval;

/*
 * Rows with a plan of their own are stored under another name of the provider. Older programs know one
 * plan and one price: they would end these subscriptions as foreign. They leave the rows of a provider alone
 * that is not set up (decision 63).
 */

const OWN_PLAN = '-terms';

/** The name under which rows of a provider are stored. */
export const storedProvider = (name: string, planId: string | null): string =>
  planId === null ? name : `${name}${OWN_PLAN}`;

/** Both names under which rows of a provider are stored. */
export const storedProviders = (name: string): string[] => [name, `${name}${OWN_PLAN}`];

/** The provider of a stored name. */
export const providerOf = (stored: string): string =>
  stored.endsWith(OWN_PLAN) ? stored.slice(0, -OWN_PLAN.length) : stored;

/** The time of a row's next check; null: only when an event arrives. */
export const nextCheckOf = (row: Pick<SubscriptionRow, 'next_check_at' | 'terms_check_at'>): number | null =>
  row.next_check_at ?? row.terms_check_at;

/** Columns of the next check: rows with a plan of their own have another one, which older programs ignore. */
export const checkColumns = (
  { plan_id }: Pick<SubscriptionRow, 'plan_id'>,
  at: number | null,
): { next_check_at: number | null; terms_check_at: number | null } =>
  plan_id === null
    ? { next_check_at: at, terms_check_at: null }
    : { next_check_at: null, terms_check_at: at };
