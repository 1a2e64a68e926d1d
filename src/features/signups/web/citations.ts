/** One citation of the landing's carousel. */
export interface Citation {
  /** Per cent. */
  value: number;
  label: string;
  text: string;
  /** The reference; absent until the owner of the site has set one, because none may be invented. */
  source?: string;
  url?: string;
}

/** Specification, section 2: improved focus 63%, less mind-wandering 48%, lower stress 32%. */
const DEFAULTS: Citation[] = [
  {
    value: 63,
    label: 'improved focus',
    text: 'Attention wanders and comes back. The coming back is what one practises.',
  },
  { value: 48, label: 'less mind-wandering', text: 'Noticing where the mind went is already the way back.' },
  {
    value: 32,
    label: 'lower stress',
    text: 'A figure speaks of many people. Try a minute, and notice what it does for you.',
  },
];

/**
 * The citations with what the setting `landing.citations` adds: a JSON list of `{ text?, source?, url? }` in the same
 * order. A broken setting changes nothing.
 */
export function readCitations(setting: string): Citation[] {
  let given: unknown;
  try {
    given = JSON.parse(setting);
  } catch {
    return DEFAULTS;
  }
  if (!Array.isArray(given)) return DEFAULTS;
  return DEFAULTS.map((citation, place) => {
    const { text, source, url } = (given[place] ?? {}) as Record<string, unknown>;
    return {
      ...citation,
      ...(typeof text === 'string' ? { text } : {}),
      ...(typeof source === 'string' ? { source } : {}),
      ...(typeof url === 'string' && /^https?:\/\//.test(url) ? { url } : {}),
    };
  });
}

/** The next place in either direction; it wraps. */
export const step = (place: number, by: number, count: number): number =>
  (((place + by) % count) + count) % count;

/** Where a slide stands while another one is shown: the way round that is shorter. */
export function sideOf(index: number, place: number, count: number): 'current' | 'before' | 'after' {
  const ahead = step(index, -place, count);
  if (ahead === 0) return 'current';
  return ahead <= count / 2 ? 'after' : 'before';
}
