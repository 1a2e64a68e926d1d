import { afterAll, beforeAll, expect, test } from 'vitest';
import { LEARNER_PAGES } from './learner-pages.ts';
import { type OpenSite, openSite, type WatchedPage } from './open-site.ts';

/* What a page does before anybody does something to it: it stands still, and speaks to nobody else. */

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

interface Shift {
  value: number;
  moved: string[];
}

/** Notes every movement of what stood already, and what it was that moved. */
function watchShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  const nameOf = (node: Node | null) =>
    node instanceof Element ? `${node.localName}.${node.className}` : '';
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      sources: { node: Node | null }[];
    })[])
      shifts.push({ value: entry.value, moved: entry.sources.map(({ node }) => nameOf(node)) });
  }).observe({ type: 'layout-shift', buffered: true });
}

async function openPage(width: number): Promise<WatchedPage> {
  const page = await site.newPage({ viewport: { width, height: 844 } });
  await page.addInitScript(watchShifts);
  return page;
}

const enter = (page: WatchedPage) =>
  page.context().addCookies([{ name: 'stillwater_entered', value: '1', url: site.url }]);

const shiftsOf = (page: WatchedPage) =>
  page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);

/** To the end of the page, a screen at a time, as a reader does. */
async function readOn(page: WatchedPage): Promise<void> {
  for (let screen = 1; screen <= 4; screen += 1) {
    await page.evaluate(() => scrollBy({ top: innerHeight * 0.9, behavior: 'instant' }));
    await page.waitForTimeout(200);
  }
}

test.each([390, 1440])('nothing moves while a page comes, and while it is read (%i px)', async (width) => {
  const page = await openPage(width);
  const moved: Record<string, Shift[]> = {};
  const visit = async (path: string, name = path) => {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await readOn(page);
    const shifts = await shiftsOf(page);
    if (shifts.length > 0) moved[name] = shifts;
  };
  await visit('/', 'the landing page');
  await enter(page);
  for (const path of LEARNER_PAGES) await visit(path);
  expect(moved).toEqual({});
});

test('fonts and pictures that come late move nothing', async () => {
  const moved: Record<string, Shift[]> = {};
  for (const path of LEARNER_PAGES) {
    // A browser of its own each time: what was fetched once would come from its cache.
    const page = await openPage(390);
    await enter(page);
    await page.route(/\.woff2$|\/covers\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const shifts = await shiftsOf(page);
    if (shifts.length > 0) moved[path] = shifts;
    await page.context().close();
  }
  expect(moved).toEqual({});
});

test('no page speaks to another host before a person asks for it', async () => {
  const page = await openPage(1440);
  const elsewhere = () =>
    page.requested.filter((url) => !url.startsWith(site.url) && !/^(data|blob):/.test(url));
  const visit = async (path: string) => {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await readOn(page);
  };
  await visit('/');
  await enter(page);
  for (const path of LEARNER_PAGES) await visit(path);
  expect(page.requested.length).toBeGreaterThan(LEARNER_PAGES.length);
  expect(elsewhere()).toEqual([]);
});

test('every picture says how large it is, and those below the first screen wait', async () => {
  const page = await openPage(390);
  await enter(page);
  const wrong: Record<string, string[]> = {};
  for (const path of LEARNER_PAGES) {
    await page.goto(path);
    const found = await page.evaluate(() =>
      [...document.images]
        .filter(({ attributes, loading, y }) => {
          const sized = attributes.getNamedItem('width') && attributes.getNamedItem('height');
          return !sized || (loading !== 'lazy' && y > innerHeight * 2);
        })
        .map(({ src }) => src),
    );
    if (found.length > 0) wrong[path] = found;
  }
  expect(wrong).toEqual({});
});
