import type { Random } from './random.ts';

/* Values that have broken other programs. */

const long = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\r\nset-cookie: stillwater_session=stolen',
  '\ud800',
  '\udc00\ud800',
  '\u202egnp.exe',
  '\ufeff',
  '\u0130\u0131\u017f\u212a',
  'ﷺ'.repeat(40),
  'é'.repeat(60),
  `a${'\u0301'.repeat(500)}`,
  '👩‍👩‍👧‍👦'.repeat(30),
  "' or 1=1 --",
  '"; drop table users; --',
  '%',
  '_',
  '\\',
  '%00',
  '%2e%2e%2f',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  'http://127.0.0.1:5432/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//evil.example',
  'https://evil.example\\@good.example',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</script><svg onload=alert(1)>',
  '<!--',
  ']]>',
  '{{7*7}}',
  `\${7*7}`,
  '=cmd|" /C calc"!A1',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '1e308',
  '9007199254740993',
  '99999999999999999999999999',
  '0x10',
  '1.5',
  '٣',
  '2026-02-30T25:61:61Z',
  'a@b',
  'a@b.co',
  'a@b.co,c@d.co',
  'a@b.co\r\nbcc: c@d.co',
  `${long('a', 64)}@${long('b.', 180)}co`,
  '**a'.repeat(400),
  '[a]('.repeat(400),
  'a '.repeat(4000),
  long('a', 5000),
  `${long('a', 5000)}!`,
  long('\n', 5000),
  long('-', 5000),
  long('/', 5000),
  long('<', 5000),
  long(' ', 5000),
  long('%', 3000),
  long('"', 3000),
  long('(', 3000),
];

/** Texts longer than most limits, and longer than the limit of a body. */
const HUGE_TEXTS = [50_000, 300_000].map((length) => long('huge ', length));

const HOSTILE_NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  0.1,
  1.5,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  -Number.MAX_VALUE,
];

/** Builds a list or object of this nesting depth. */
function nested(depth: number, list: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = list ? [value] : { a: value };
  return value;
}

/** Returns a value of any type that no schema expects. */
export function hostileValue(random: Random): unknown {
  switch (random.between(0, 11)) {
    case 0:
      return null;
    case 1:
      return random.pick([true, false]);
    case 2:
    case 3:
      return random.pick(HOSTILE_NUMBERS);
    case 4:
      return random.pick<unknown>([[], [[]], [null], {}, { length: 1e9 }, { toString: 'no' }, { $ne: null }]);
    case 5:
      return Array.from({ length: random.pick([2, 200, 5000]) }, () => random.pick([1, 'a', null]));
    case 6:
      return nested(random.pick([10, 1000]), random.chance(0.5));
    case 7:
      return random.chance(0.2) ? random.pick(HUGE_TEXTS) : random.pick(HOSTILE_TEXTS);
    default:
      return random.pick(HOSTILE_TEXTS);
  }
}

/** Fields in no schema that have let attackers take over other programs. */
export const EXTRA_FIELDS: readonly [string, unknown][] = [
  ['role', 'admin'],
  ['userId', 1],
  ['id', 1],
  ['isAdmin', true],
  ['isPublished', true],
  ['accessType', 'free'],
  ['passwordHash', 'x'],
  ['constructor', { prototype: { role: 'admin' } }],
  ['toString', 1],
];
