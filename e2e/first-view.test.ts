import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
    await page.waitForTimeout(150);
  }
}

/** Pictures without a size, and those far below the first screen that do not wait. */
const wrongPictures = (page: WatchedPage) =>
  page.evaluate(() =>
    [...document.images]
      .filter(({ attributes, loading, y }) => {
        const sized = attributes.getNamedItem('width') && attributes.getNamedItem('height');
        return !sized || (loading !== 'lazy' && y > innerHeight * 2);
      })
      .map(({ src }) => src),
  );

/** What was found on each page that has something to find. */
class Findings<T> {
  readonly on: Record<string, T[]> = {};
  note(page: string, found: T[]): void {
    if (found.length > 0) this.on[page] = found;
  }
}

describe.each([390, 1440])('a reader opens every page and reads it to its end (%i px)', (width) => {
  const moved = new Findings<Shift>();
  const pictures = new Findings<string>();
  let requested: string[];

  beforeAll(async () => {
    const page = await openPage(width);
    const visit = async (path: string, name = path) => {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      pictures.note(name, await wrongPictures(page));
      await readOn(page);
      moved.note(name, await shiftsOf(page));
    };
    await visit('/', 'the landing page');
    await enter(page);
    for (const path of LEARNER_PAGES) await visit(path);
    requested = page.requested;
    await page.context().close();
  });

  test('nothing moves while a page comes, and while it is read', () => {
    expect(moved.on).toEqual({});
  });

  test('no page speaks to another host before a person asks for it', () => {
    const elsewhere = requested.filter((url) => !url.startsWith(site.url) && !/^(data|blob):/.test(url));
    expect(requested.length).toBeGreaterThan(LEARNER_PAGES.length);
    expect(elsewhere).toEqual([]);
  });

  test('every picture says how large it is, and those below the first screen wait', () => {
    expect(pictures.on).toEqual({});
  });
});

test('fonts and pictures that come late move nothing', async () => {
  const moved = new Findings<Shift>();
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
    moved.note(path, await shiftsOf(page));
    await page.context().close();
  }
  expect(moved.on).toEqual({});
});
