import type { GiftCode } from '#features/gifts/contract/schemas.ts';
import { many } from '#platform/web/counts.ts';

/** Describes the effect of a new code in one sentence; null while a number is missing. */
export function giftWords(months: number, uses: number): string | null {
  if (!(months >= 1) || !(uses >= 1)) return null;
  const time = many(months, 'month');
  const people = many(uses, 'person', 'people');
  return `Opens everything for ${time} from the day of redeeming, for ${people}, at /redeem.`;
}

/** Splits typed addresses at spaces, line breaks, commas and semicolons. Removes duplicates. */
export function splitAddresses(text: string): string[] {
  const addresses = new Map<string, string>();
  for (const part of text.split(/[\s,;]+/)) if (part !== '') addresses.set(part.toLowerCase(), part);
  return [...addresses.values()];
}

export const createLabel = (mails: number): string =>
  mails === 0 ? 'Create code' : `Create and send ${many(mails, 'mail')}`;

/** Returns the state of a code. `open`: it can be redeemed. */
export function giftState({ withdrawnAt, endsAt, used, uses }: GiftCode, now: number) {
  if (withdrawnAt !== null) return 'withdrawn';
  if (Date.parse(endsAt) <= now) return 'ended';
  return used >= uses ? 'used-up' : 'open';
}

export const STATE_LABELS = {
  open: 'Open',
  withdrawn: 'Withdrawn',
  ended: 'Ended',
  'used-up': 'Used up',
} satisfies Record<ReturnType<typeof giftState>, string>;

/** Describes a code: 'Number 7. 3 months. 18 of 20 uses left.' The audit log has the number. */
export const usesWords = ({ id, months, uses, used }: GiftCode): string =>
  `Number ${id}. ${many(months, 'month')}. ` +
  `${(uses - used).toLocaleString('en')} of ${many(uses, 'use')} left.`;
