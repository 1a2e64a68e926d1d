import { settingByKey } from '#features/settings/server/queries.ts';
import type { Db } from '#platform/database/open.ts';
import { NO_PLAN, PRICE, plansOf, type Terms, YEARLY_PRICE } from '../../shared/prices.ts';

/** Reads the price settings. Missing ones have their default. */
export const readPriceSettings = async (db: Db) => ({
  price: await settingByKey(db, PRICE),
  yearlyPrice: await settingByKey(db, YEARLY_PRICE),
});

/**
 * Reads the prices of a new subscription: by month, and by year if a yearly plan exists. An invalid value,
 * which older programs allow, counts as missing.
 */
export async function offeredPlans(db: Db): Promise<Terms[]> {
  const { price, yearlyPrice } = await readPriceSettings(db);
  return plansOf(price?.value ?? '', yearlyPrice?.value ?? NO_PLAN);
}
