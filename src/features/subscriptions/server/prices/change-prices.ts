import type { Author } from '#features/audit-log/server/change.ts';
import type { Setting } from '#features/settings/contract/schemas.ts';
import { addSetting, changeSetting } from '#features/settings/server/change-settings.ts';
import type { Db } from '#platform/database/open.ts';
import { type CatalogueTransaction, changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import type { Prices } from '../../contract/admin-schemas.ts';
import { priceWords } from '../../shared/price-words.ts';
import { NO_PLAN, PRICE, plansOf, priceSetting, YEARLY_PRICE } from '../../shared/prices.ts';
import type { PaymentProvider } from '../provider.ts';
import { planFor } from './billing-plans.ts';
import { offeredPlans, readPriceSettings } from './offered-plans.ts';

export async function presentPrices(db: Db): Promise<Prices> {
  const plans = await offeredPlans(db);
  const centsOf = (interval: string) => plans.find((plan) => plan.interval === interval)?.cents ?? null;
  return { monthlyCents: centsOf('month') ?? 0, yearlyCents: centsOf('year') };
}

/**
 * Changes the prices of new subscriptions. Creates the provider's plans first, so that a price in force can
 * be paid. A repeated press changes nothing. Throws 409 when another administrator has changed the prices
 * since.
 */
export async function changePrices(
  db: Db,
  provider: PaymentProvider | undefined,
  author: Author,
  { basedOn, ...newPrices }: Prices & { basedOn: Prices },
): Promise<Prices> {
  await assertBase(db, basedOn, newPrices);
  if (provider) for (const terms of termsOf(newPrices)) await planFor(db, provider, terms);
  return changeCatalogue(db, async (transaction) => {
    await assertBase(transaction, basedOn, newPrices);
    const present = await presentPrices(transaction);
    const { price, yearlyPrice } = await readPriceSettings(transaction);
    const [monthly, yearly] = valuesOf(newPrices);
    if (present.monthlyCents !== newPrices.monthlyCents)
      await set(transaction, author, PRICE, price, monthly);
    if (present.yearlyCents !== newPrices.yearlyCents)
      await set(transaction, author, YEARLY_PRICE, yearlyPrice, yearly);
    return presentPrices(transaction);
  });
}

/** Returns the values of both settings. */
const valuesOf = ({ monthlyCents, yearlyCents }: Prices) =>
  [priceSetting(monthlyCents), yearlyCents === null ? NO_PLAN : priceSetting(yearlyCents)] as const;

const termsOf = (prices: Prices) => plansOf(...valuesOf(prices));

const isSame = (a: Prices, b: Prices) => a.monthlyCents === b.monthlyCents && a.yearlyCents === b.yearlyCents;

async function assertBase(db: Db, basedOn: Prices, newPrices: Prices): Promise<void> {
  const present = await presentPrices(db);
  if (isSame(present, basedOn) || isSame(present, newPrices)) return;
  const price = termsOf(present).map(priceWords).join(', or ');
  throw new HttpError(
    'edit-conflict',
    `Another administrator has changed the price: it is ${price} now. Look at it before you save yours.`,
    { current: present },
  );
}

const set = (
  db: CatalogueTransaction,
  author: Author,
  key: string,
  present: Setting | undefined,
  value: string,
) =>
  present
    ? changeSetting(db, author, present, { value })
    : addSetting(db, author, { key, value, category: 'general', description: null });
