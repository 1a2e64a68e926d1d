import { features } from 'web-features';
import { OLDEST_BROWSERS } from '../../scripts/build/supported-browsers.ts';

/* Features of the oldest supported browsers, by the Baseline project: https://web-platform-dx.github.io */

const { chrome, edge, firefox, safari } = OLDEST_BROWSERS;
const OLDEST: Record<string, number> = {
  chrome,
  edge,
  firefox,
  safari,
  chrome_android: chrome,
  firefox_android: firefox,
  safari_ios: safari,
};

/** Supported browsers that lack a feature, by its compatibility key, such as `api.URL.parse_static`. */
export const LACKING = new Map<string, string[]>();
for (const feature of Object.values(features)) {
  if (feature.kind !== 'feature') continue;
  for (const [key, { support }] of Object.entries(feature.status.by_compat_key ?? {})) {
    const since = new Map<string, string>(Object.entries(support));
    const knows = (browser: string, oldest: number) =>
      Number.parseFloat(since.get(browser)?.replace('≤', '') ?? 'Infinity') <= oldest;
    LACKING.set(
      key,
      Object.entries(OLDEST)
        .filter(([browser, oldest]) => !knows(browser, oldest))
        .map(([browser]) => browser),
    );
  }
}

/** A missing feature: its name in the code, and the browsers without it. */
export interface Finding {
  name: string;
  lacking: string[];
}
