import type { Setting } from '../contract/schemas.ts';
import { defaultOf, KNOWN_SETTINGS, type KnownSetting } from './known-settings.ts';

/** Mail and web addresses in domains that RFC 2606 reserves for examples and tests. */
const PLACEHOLDERS = [
  /((?<![\w.+-])[\w.+-]{1,64}@|https?:\/\/)([a-z\d-]{1,63}\.){0,4}example(\.(com|org|net))?(?!\.?[\w-])/gi,
  /((?<![\w.+-])[\w.+-]{1,64}@|https?:\/\/)([a-z\d-]{1,63}\.){0,4}(test|invalid|localhost)(?!\.?[\w-])/gi,
];

export interface PlaceholderAddress {
  setting: KnownSetting;
  address: string;
}

/** Finds placeholder addresses in the site's settings and in their defaults. */
export const placeholderAddresses = (
  settings: readonly Pick<Setting, 'key' | 'value'>[],
): PlaceholderAddress[] =>
  KNOWN_SETTINGS.flatMap((setting) => {
    const value = settings.find(({ key }) => key === setting.key)?.value ?? defaultOf(setting.key);
    const matches = PLACEHOLDERS.flatMap((pattern) => [...value.matchAll(pattern)]);
    const addresses = matches.sort((a, b) => a.index - b.index).map(([address]) => address);
    return [...new Set(addresses)].map((address) => ({ setting, address }));
  });
