import { PLAN } from '../contract/calls.ts';
import { FIRST_TERMS, type Terms } from '../shared/prices.ts';
import type { SubscriptionRow } from './queries.ts';

type TermsColumns = Pick<SubscriptionRow, 'plan_id' | 'price_cents' | 'price_currency' | 'price_interval'>;

/** Returns the terms of a subscription's checkout. Later prices do not change them. */
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
 * Rows with a plan of their own have another provider name in the database. Older programs know one plan and
 * one price, and would end these subscriptions as foreign. They ignore rows of a provider that is not set up
 * (decision 63).
 */

const OWN_PLAN = '-terms';

/** Returns the stored provider name of a row. */
export const storedProvider = (name: string, planId: string | null): string =>
  planId === null ? name : `${name}${OWN_PLAN}`;

/** Returns both stored names of a provider. */
export const storedProviders = (name: string): string[] => [name, `${name}${OWN_PLAN}`];

/** Returns the provider of a stored name. */
export const providerOf = (stored: string): string =>
  stored.endsWith(OWN_PLAN) ? stored.slice(0, -OWN_PLAN.length) : stored;

/** Returns the time of a row's next check; null: only when an event arrives. */
export const nextCheckOf = (row: Pick<SubscriptionRow, 'next_check_at' | 'terms_check_at'>): number | null =>
  row.next_check_at ?? row.terms_check_at;

/**
 * Columns of the next check. Rows with a plan of their own use another column, which older programs ignore.
 */
export const checkColumns = (
  { plan_id }: Pick<SubscriptionRow, 'plan_id'>,
  at: number | null,
): { next_check_at: number | null; terms_check_at: number | null } =>
  plan_id === null
    ? { next_check_at: at, terms_check_at: null }
    : { next_check_at: null, terms_check_at: at };
