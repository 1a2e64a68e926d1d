import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { declaredNames, findLackingApis, parseModule } from './find-scripts.ts';
import { findLackingStyles } from './find-styles.ts';

/* Every API and style of the site exists in the oldest supported browsers, or has a fallback. */

const ROOT = join(import.meta.dirname, '../..');

/** Code that reaches browsers. */
const FOLDERS =
  /\/(web|contract|shared)\/|platform\/(design|text)\/|app\/(late|offline|shell|(static|composed)-pages)\//;
const APP_FILES = /app\/(browser|document|router|pages|admin-page-modules|query-client)\.tsx?$/;
const inBrowsers = (file: string) => FOLDERS.test(file) || APP_FILES.test(file);

const modules = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture|d)\.tsx?$/.test(file) && inBrowsers(file))
  .map((file) => ({ file, module: parseModule(readFileSync(join(ROOT, file), 'utf8'), file.endsWith('x')) }));
const ownNames = new Set(modules.flatMap(({ module }) => [...declaredNames(module)]));

const POPOVER = 'app/browser.tsx loads a polyfill';
/** APIs that a supported browser may lack, with the reason why the site works without them. */
const MEDIA_SESSION = '`mediaSession` in navigator guards it';
const APIS: Record<string, string> = {
  '.hidePopover': POPOVER,
  '.showPopover': POPOVER,
  '.popover': 'tooltips.ts is loaded with native popovers only',
  '.newState': POPOVER,
  '<div popover>': POPOVER,
  '<ul popover>': POPOVER,
  '<button popovertarget>': POPOVER,
  '.updateCallbackDone': 'belongs to a view transition, which is guarded',
  cancelIdleCallback: 'belongs to requestIdleCallback, which is guarded',
  '<img fetchpriority>': 'a hint',
  '<video playsinline>': 'only iPhones need it',
  '<iframe allowfullscreen>': 'iPhones play full screen by themselves',
  '<input autocapitalize>': 'only keyboards on the screen need it',
  '.userActivation': 'without it the first pointer or key counts',
  '.hasBeenActive': 'belongs to userActivation, which is guarded',
  MediaMetadata: MEDIA_SESSION,
  '.playbackState': MEDIA_SESSION,
  '.setActionHandler': MEDIA_SESSION,
  '.requestPictureInPicture': 'pictureInPictureEnabled guards it',
  '.requestFullscreen': 'fullscreenEnabled guards it',
  '.exitFullscreen': 'belongs to requestFullscreen',
  '.fullscreenElement': 'undefined there, as no event brings it about',
  '.share': 'without it the link is copied',
  '.union': 'of zod',
  '.watch': 'of react-hook-form',
  '.transfer': 'a class of a style sheet',
  open: 'a function of its module',
};

test('every API in browser code exists in the oldest browsers, or has a fallback', () => {
  const used = new Set<string>();
  const found = modules.flatMap(({ file, module }) =>
    findLackingApis(module, ownNames).flatMap(({ name, lacking }) => {
      used.add(name);
      return name in APIS ? [] : [`${file}: ${name} is unknown to ${lacking.join(', ')}`];
    }),
  );
  expect(modules.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
  expect(Object.keys(APIS).filter((name) => !used.has(name))).toEqual([]);
});

test('the offline page, which skips the build, has no style that the oldest browsers lack', () => {
  const page = readFileSync(join(ROOT, 'src/app/offline/offline-page.html'), 'utf8');
  const sheet = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '';
  expect(sheet).toContain('--page');
  // Exempt styles: text may wrap differently, and touch screens have no cursor.
  const lacking = findLackingStyles(sheet).filter(({ name }) => !/^(text-wrap|cursor:)/.test(name));
  expect(lacking).toEqual([]);
});

describe('the check', () => {
  const apisIn = (text: string) =>
    findLackingApis(parseModule(text, true), new Set(['ours'])).map(({ name }) => name);
  const stylesIn = (text: string) => findLackingStyles(text).map(({ name }) => name);

  test.each([
    ["const url = URL.parse('x');", ['URL.parse']],
    ["if (URL.canParse('x')) go();", ['URL.canParse']],
    ['document.startViewTransition(change);', ['.startViewTransition']],
    ['const last = list.toSorted();', ['.toSorted']],
    ['const groups = Object.groupBy(list, keyOf);', ['Object.groupBy']],
    ['const { promise } = Promise.withResolvers();', ['Promise.withResolvers']],
    ['requestIdleCallback(task);', ['requestIdleCallback']],
    ['const both = left.intersection(right);', ['.intersection']],
    ['new URLPattern();', ['URLPattern']],
    ['const signal = AbortSignal.any([]);', ['AbortSignal.any']],
    ['const tip = <div popover="auto" />;', ['<div popover>']],
    ['const button = (document as Document).startViewTransition(change);', ['.startViewTransition']],
  ])('finds %s', (text, names) => {
    expect(apisIn(text)).toEqual(names);
  });

  test.each([
    'if (!document.startViewTransition) change(); else document.startViewTransition(change);',
    'document.startViewTransition?.(change);',
    "if ('requestIdleCallback' in window) requestIdleCallback(task);",
    'const last = list.findLast(isOpen);',
    'const url = new URL(address);',
    'a.ours.parse();',
    'type Name = typeof document.startViewTransition;',
  ])('accepts: %s', (text) => {
    expect(apisIn(text)).toEqual([]);
  });

  test.each([
    ['.a { field-sizing: content }', ['field-sizing', 'field-sizing: content']],
    ['.a:has(.b) { color: red }', [':has']],
    ['.a { color: light-dark(red, blue) }', ['light-dark()']],
    ['@scope (.a) { b { color: red } }', ['@scope']],
    ['.a { text-wrap: balance; color: red }', ['text-wrap', 'text-wrap: balance']],
    [".a::before { content: attr(data-a) / '' }", ['content: alt']],
    [".a::before { content: 'a/b' }", []],
    ['.a { display: grid; gap: 1rem }', []],
  ])('in the styles %s finds %j', (text, names) => {
    expect(stylesIn(text)).toEqual(names);
  });
});
