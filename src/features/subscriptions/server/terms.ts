import { FIRST_TERMS, type Terms } from '../shared/prices.ts';
import type { SubscriptionRow } from './queries.ts';

type TermsColumns = Pick<SubscriptionRow, 'price_cents' | 'price_currency' | 'price_interval'>;

/** Returns the terms of a subscription's checkout. Later prices do not change them. */
export const termsOf = (row: TermsColumns): Terms => ({
  cents: row.price_cents ?? FIRST_TERMS.cents,
  currency: row.price_currency ?? FIRST_TERMS.currency,
  interval: row.price_interval === 'year' ? 'year' : FIRST_TERMS.interval,
});

export const sameTerms = (a: Terms, b: Terms): boolean =>
  a.cents === b.cents && a.currency === b.currency && a.interval === b.interval;

/*
 * Rows with terms of their own have another provider name in the database. Older programs know one plan and
 * one price, and would end these subscriptions as foreign. They ignore rows of a provider that is not set up
 * (decision 63).
 */

const OWN_TERMS = '-terms';

/** Returns the stored provider name of a new row. `planId`: null for the configured plan. */
export const storedProvider = (name: string, planId: string | null): string =>
  planId === null ? name : `${name}${OWN_TERMS}`;

/** Returns both stored names of a provider. */
export const storedProviders = (name: string): string[] => [name, `${name}${OWN_TERMS}`];

/** Returns the provider of a stored name. */
export const providerOf = (stored: string): string =>
  stored.endsWith(OWN_TERMS) ? stored.slice(0, -OWN_TERMS.length) : stored;

/** Returns the time of a row's next check; null: only when an event arrives. */
export const nextCheckOf = (row: Pick<SubscriptionRow, 'next_check_at' | 'terms_check_at'>): number | null =>
  row.next_check_at ?? row.terms_check_at;

/**
 * Columns of the next check. Rows with terms of their own use another column, which older programs ignore.
 */
export const checkColumns = (
  { provider }: Pick<SubscriptionRow, 'provider'>,
  at: number | null,
): { next_check_at: number | null; terms_check_at: number | null } =>
  provider.endsWith(OWN_TERMS)
    ? { next_check_at: null, terms_check_at: at }
    : { next_check_at: at, terms_check_at: null };
