import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openScreenSites, type ScreenSites, WIDE } from '../screens/screen-sites.ts';
import { screens } from '../screens/screens.ts';
import { addSheet } from '../support/add-sheet.ts';
import { findAxeProblems, prepareAxe } from '../support/find-axe-problems.ts';
import { findMotion } from '../support/find-motion.ts';
import { findPolicyProblems, watchPolicy } from '../support/find-policy-problems.ts';
import { findReflowProblems } from '../support/find-reflow-problems.ts';
import { findTabStopProblems } from '../support/find-tab-stop-problems.ts';

/*
 * Every screen of `npm run screens`, in every state, opened once for all checks. WCAG 2.2 AA: axe in both
 * themes, layout in a small window, at 200 % and with wider letters, motion for readers who reduce it, and on
 * some screens each stop of the Tab key. The content security policy must block nothing on a page, and no
 * HTML of the server may have style attributes, which it forbids.
 */

/** The wide window at 200 %. */
const TWICE_THE_SIZE = { width: 640, height: 400 };
/** A window of 1280 × 1024 at 400 %: as narrow as the smallest phone, and lower. */
const NARROW = { width: 320, height: 256 };
const PHONE = { width: 390, height: 700 };
/** Text spacing that a reader may choose (WCAG 1.4.12). */
const WIDER_LETTERS = `* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
  line-height: 1.5 !important; } p { margin-bottom: 2em !important; }`;
/** The axe rules whose result depends on the theme. */
const COLORS = ['color-contrast', 'link-in-text-block'];
/** Screens with every kind of control. Each stop of the Tab key is checked there. */
const WITH_TAB_STOPS = [
  'landing',
  'check-email',
  'home',
  'app',
  'ocean',
  'wave-locked',
  'viewer',
  'viewer-locked',
  'explore-keyword',
  'accordion',
  'tree',
  'classic-wave',
  'favorites-droplets',
  'account-subscriber',
  'auth-register-errors',
  'auth-register-hint',
  'subscribe',
  'admin',
  'editor-dashboard',
  'admin-content-edit',
  'admin-selected-droplets',
  'admin-captions',
  'admin-trash',
  'admin-setting-edit',
  'admin-audit-log-filtered',
];

// A page waits half of its time for its own network to be idle, so several at a time use the processor fully.
vi.setConfig({ maxConcurrency: 2 });

let sites: ScreenSites;
beforeAll(async () => {
  sites = await openScreenSites(screens);
});
afterAll(() => sites.close());

test('the screens whose Tab stops are checked exist', () => {
  const names = screens.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(WITH_TAB_STOPS));
});

test.concurrent.each(screens)('$name', async (screen) => {
  const found: Record<string, string[]> = {};
  const note = async (where: string, ...checks: Promise<string[]>[]) => {
    const problems = (await Promise.all(checks)).flat();
    if (problems.length > 0) found[where] = problems;
  };
  const before = async (page: Page) => {
    await watchPolicy(page);
    await prepareAxe(page);
    await screen.before?.(page);
  };
  await sites.lend({ ...screen, before }, async (page) => {
    await note('policy', findPolicyProblems(page));
    await note('light', findAxeProblems(page));
    await note('wide', findReflowProblems(page), findMotion(page));
    await page.emulateMedia({ colorScheme: 'dark' });
    await note('dark', findAxeProblems(page, COLORS));
    await page.setViewportSize(TWICE_THE_SIZE);
    await note('at 200 %', findReflowProblems(page));
    const removeLetters = await addSheet(page, WIDER_LETTERS);
    await note('with wider letters', findReflowProblems(page));
    await removeLetters();
    await page.setViewportSize(NARROW);
    await note('narrow', findReflowProblems(page));
    await note('narrow and dark', findAxeProblems(page));
    if (!WITH_TAB_STOPS.includes(screen.name)) return;
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(WIDE);
    await note('Tab stops, wide', findTabStopProblems(page));
    await note('Tab stops, backwards', findTabStopProblems(page, 'Shift+Tab'));
    await page.setViewportSize(PHONE);
    await note('Tab stops, on a phone', findTabStopProblems(page));
  });
  expect(found).toEqual({});
});
