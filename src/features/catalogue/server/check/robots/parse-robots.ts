/*
 * Rules for programs in robots.txt (RFC 9309). The text is untrusted: each rule is matched in one pass,
 * without regular expressions.
 */

/** Tells whether a program may request a path with its query. */
export type IsAllowed = (path: string) => boolean;

interface Rule {
  isAllowing: boolean;
  /** Parts of the pattern between its `*`, in order. */
  parts: string[];
  /** Whether the path must end with the last part. */
  isWhole: boolean;
  /** Length of the pattern. The longest matching rule counts. */
  length: number;
}

/** Parses robots.txt for the program with this product token: its own groups, else those for all programs. */
export function parseRobots(text: string, token: string): IsAllowed {
  const name = token.toLowerCase();
  const own: Rule[] = [];
  const general: Rule[] = [];
  let isNamed = false;
  let group = { own: false, general: false, hasRules: false };
  for (const { key, value } of records(text)) {
    if (key === 'user-agent') {
      if (group.hasRules) group = { own: false, general: false, hasRules: false };
      if (value === '*') group.general = true;
      else if (tokenOf(value) === name) {
        group.own = true;
        isNamed = true;
      }
      continue;
    }
    if (key !== 'allow' && key !== 'disallow') continue;
    group.hasRules = true;
    if (!value.startsWith('/') && !value.startsWith('*')) continue;
    const rule = readRule(value, key === 'allow');
    if (group.own) own.push(rule);
    if (group.general) general.push(rule);
  }
  const rules = isNamed ? own : general;
  return (path) => decide(rules, normalized(path));
}

/** Lines of the form `key: value`, without comments. */
function* records(text: string): Generator<{ key: string; value: string }> {
  for (const line of text.split(/\r\n|\n|\r/)) {
    const comment = line.indexOf('#');
    const content = comment < 0 ? line : line.slice(0, comment);
    const colon = content.indexOf(':');
    if (colon < 0) continue;
    yield { key: content.slice(0, colon).trim().toLowerCase(), value: content.slice(colon + 1).trim() };
  }
}

/** Extracts the product token of a name, which may be followed by a version. */
const tokenOf = (value: string) => /^[a-z_-]*/.exec(value.toLowerCase())?.[0] ?? '';

function readRule(pattern: string, isAllowing: boolean): Rule {
  const isWhole = pattern.endsWith('$');
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split('*').map(normalized);
  const length = parts.reduce((sum, part) => sum + part.length, parts.length - 1 + Number(isWhole));
  return { isAllowing, parts, isWhole, length };
}

/** Applies the longest rule that matches. Of two equally long ones, the allowing rule wins. */
function decide(rules: readonly Rule[], path: string): boolean {
  let best: Rule | undefined;
  for (const rule of rules) {
    const isBetter = !best || rule.length > best.length || (rule.length === best.length && rule.isAllowing);
    if (isBetter && matches(rule, path)) best = rule;
  }
  return best?.isAllowing ?? true;
}

function matches({ parts, isWhole }: Rule, path: string): boolean {
  const [first = ''] = parts;
  const last = parts.length - 1;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (let index = 1; index <= last; index += 1) {
    const part = parts[index] as string;
    if (index === last && isWhole) return path.length - part.length >= at && path.endsWith(part);
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return !isWhole || at === path.length;
}

const UNRESERVED = /[A-Za-z0-9._~-]/;

/** Writes octets in one form only (RFC 9309, 2.2.2): unreserved ones as they are, others percent-encoded. */
const normalized = (text: string) =>
  text.replace(/%[0-9a-f]{2}|[*$]|[^\x20-\x7e]/giu, (found) => {
    if (!found.startsWith('%')) return found === '*' ? '%2A' : encodeURIComponent(found);
    const octet = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return UNRESERVED.test(octet) ? octet : found.toUpperCase();
  });
