import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findLackingStyles } from '#test/browser-support/find-styles.ts';

/* Style sheets of the build: the oldest supported browsers know their styles, or the page works without. */

const ROOT = join(import.meta.dirname, '../..');

const POPOVER = 'app/browser.tsx loads a polyfill';
const SPACING = 'changes spacing or wrapping only';
const ANCHOR = 'without anchors, popovers stand in a corner';
const PAPER = 'on paper a heading may end a page';
const MOTION = 'without it, nothing moves';
/** Styles that a browser may lack, by the beginnings of their names. */
const STYLES: Record<string, string> = {
  ':has': 'changes spacing; the focus of a card is a rule of its own without it',
  'text-wrap': SPACING,
  'field-sizing': 'the field scrolls instead of growing',
  'grid-template-columns: subgrid': SPACING,
  'color-mix()': 'scripts/build/plain-colors.ts puts a plain color before it',
  'content: alt': 'without it screen readers read the drawn letters, too',
  'lab()': 'the build writes sRGB colors before it',
  'accent-color': 'the slider has the color of the browser',
  'cursor:': 'fingers have no cursor',
  resize: 'fingers do not resize fields',
  'view-transition': MOTION,
  '::view-transition': MOTION,
  '@starting-style': MOTION,
  'scrollbar-': 'a plain scroll bar shows',
  ':fullscreen': 'iPhones play films full screen by themselves',
  'forced-color-adjust': 'Windows only',
  ':popover-open': POPOVER,
  'position-area': ANCHOR,
  'position-try': ANCHOR,
  'position-anchor': ANCHOR,
  anchor: ANCHOR,
  'top: anchor': ANCHOR,
  'right: anchor': ANCHOR,
  'inset: anchor': ANCHOR,
  'overflow-anchor': 'use-scroll-anchor.ts holds the position',
  'overscroll-behavior': 'the page behind scrolls at the end of a list',
  'break-after': PAPER,
  orphans: PAPER,
  widows: PAPER,
  '@media (scripting)': 'the rings spread beside the sentence that JavaScript is missing',
  'text-size-adjust': 'phones know its prefixed name',
};

const FOLDER = join(ROOT, 'dist/client/assets');
const readSheets = () =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.css'))
    .map((file) => ({ file, text: readFileSync(join(FOLDER, file), 'utf8') }));

test('the oldest browsers know every style of the build, or the page works without it', () => {
  const sheets = readSheets();
  const used = new Set<string>();
  const found = sheets.flatMap(({ file, text }) =>
    findLackingStyles(text).flatMap(({ name, lacking }) => {
      const known = Object.keys(STYLES).filter((start) => name.startsWith(start));
      for (const start of known) used.add(start);
      return known.length > 0 ? [] : [`${file}: ${name} is unknown to ${lacking.join(', ')}`];
    }),
  );
  expect(sheets.length).toBeGreaterThan(3);
  expect(found).toEqual([]);
  expect(Object.keys(STYLES).filter((start) => !used.has(start))).toEqual([]);
});

/** A rule that applies only in browsers with a certain style. */
const ASKED = /@supports \([^{}]*\{[^{}]*\{[^{}]*\}\}/g;

/** Finds styles outside of @supports. */
const findUnasked = (style: RegExp) =>
  readSheets().flatMap(({ file, text }) =>
    (text.replaceAll(ASKED, '').match(style) ?? []).map((found) => `${file}: ${found}`),
  );

test('color-mix() is in @supports, because with var() older browsers would show no color', () => {
  expect(findUnasked(/[^{};]*color-mix\([^;}]*/g)).toEqual([]);
});

test('alternative texts of generated content are in @supports, with a fallback without them', () => {
  expect(findUnasked(/(?<=[{;])content:[^;}]* \/ [^;}]*/g)).toEqual([]);
});
