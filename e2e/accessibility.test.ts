import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findAxeProblems } from './find-axe-problems.ts';
import { findMotion } from './find-motion.ts';
import { findReflowProblems } from './find-reflow-problems.ts';
import { screens } from './screens/screens.ts';
import { openStudio, type Studio } from './screens/studio.ts';

/* WCAG 2.2 AA on every screen of `npm run screens` in every state: by axe in both themes, by what a small window, twice the
   size and wider letters leave of it, and by what moves for those who asked for stillness. */

const WIDE = { width: 1280, height: 800 };
/** The wide one at 200 %. */
const TWICE_THE_SIZE = { width: 640, height: 400 };
/** The wide one at 400 %, and the smallest phone. */
const NARROW = { width: 320, height: 568 };
/** Distances that a reader may choose (WCAG 1.4.12). */
const WIDER_LETTERS = `* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important; }
  p { margin-bottom: 2em !important; }`;
/** The rules whose answer depends on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

// Half of a screen's time is waiting for its page to come to rest.
vi.setConfig({ maxConcurrency: 3, testTimeout: 120_000 });

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio(screens);
});
afterAll(() => studio.close());

test.concurrent.each(screens)('$name', async (screen) => {
  const page = await studio.show(screen, { viewport: WIDE, colorScheme: 'light', bypassCSP: true });
  const found: Record<string, string[]> = {};
  const look = async (where: string, ...looks: Promise<string[]>[]) => {
    const problems = (await Promise.all(looks)).flat();
    if (problems.length > 0) found[where] = problems;
  };
  try {
    await look('light', findAxeProblems(page));
    await look('wide', findReflowProblems(page), findMotion(page));
    await page.emulateMedia({ colorScheme: 'dark' });
    await look('dark', findAxeProblems(page, COLOURS));
    await page.setViewportSize(TWICE_THE_SIZE);
    await look('at 200 %', findReflowProblems(page));
    await page.setViewportSize(NARROW);
    await look('narrow', findReflowProblems(page));
    await look('narrow and dark', findAxeProblems(page));
    await page.addStyleTag({ content: WIDER_LETTERS });
    await page.setViewportSize(TWICE_THE_SIZE);
    await look('with wider letters', findReflowProblems(page));
  } finally {
    await page.context().close();
  }
  expect(found).toEqual({});
});
