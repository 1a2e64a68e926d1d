/** One citation of the landing page's carousel. */
export interface Citation {
  /** In percent. */
  value: number;
  label: string;
  text: string;
  /** The reference. Absent until the site's owner sets one, because it must not be invented. */
  source?: string;
  url?: string;
}

/** Specification, section 2: improved focus 63%, less mind-wandering 48%, lower stress 32%. */
const DEFAULTS: Citation[] = [
  {
    value: 63,
    label: 'improved focus',
    text: 'Attention wanders. Each time you bring it back, you practice.',
  },
  {
    value: 48,
    label: 'less mind-wandering',
    text: 'Noticing that your mind has wandered is the first step back.',
  },
  {
    value: 32,
    label: 'lower stress',
    text: 'Numbers describe many people. Try a minute, and notice what it does for you.',
  },
];

/**
 * Returns the citations with the changes of the setting `landing.citations`: a JSON list of `{ text?,
 * source?, url? }` in the same order. An invalid setting has no effect.
 */
export function readCitations(setting: string): Citation[] {
  let given: unknown;
  try {
    given = JSON.parse(setting);
  } catch {
    return DEFAULTS;
  }
  if (!Array.isArray(given)) return DEFAULTS;
  return DEFAULTS.map((citation, index) => {
    const { text, source, url } = (given[index] ?? {}) as Record<string, unknown>;
    return {
      ...citation,
      ...(typeof text === 'string' ? { text } : {}),
      ...(typeof source === 'string' ? { source } : {}),
      ...(typeof url === 'string' && /^https?:\/\//.test(url) ? { url } : {}),
    };
  });
}

/** Returns the index `by` steps further, wrapping at both ends. */
export const step = (index: number, by: number, count: number): number =>
  (((index + by) % count) + count) % count;

/** Returns the side of the shown slide on which another one waits: that of the shorter way. */
export function sideOf(index: number, shown: number, count: number): 'current' | 'before' | 'after' {
  const ahead = step(index, -shown, count);
  if (ahead === 0) return 'current';
  return ahead <= count / 2 ? 'after' : 'before';
}
