import { beforeAll, describe, expect, test } from 'vitest';
import { markEntered } from '../support/entered.ts';
import { LEARNER_PAGES } from '../support/learner-pages.ts';
import { quiet, type WatchedPage } from '../support/open-site.ts';
import { setUpSite } from '../support/set-up-site.ts';

/* Pages before any action: no layout shift, and no request to other hosts. */

const site = setUpSite();

interface Shift {
  value: number;
  moved: string[];
}

/** Records every layout shift with the elements that moved. */
function watchShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  const nameOf = (node: Node | null) =>
    node instanceof Element ? `${node.localName}.${node.className}` : '';
  const boxOf = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    })[])
      shifts.push({
        value: entry.value,
        moved: entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${nameOf(node)}: ${boxOf(previousRect)} → ${boxOf(currentRect)}`,
        ),
      });
  }).observe({ type: 'layout-shift', buffered: true });
}

async function openPage(width: number): Promise<WatchedPage> {
  const page = await site.newPage({ viewport: { width, height: 844 } });
  await page.addInitScript(watchShifts);
  return page;
}

const enter = (page: WatchedPage) => markEntered(page, site.url);

const shiftsOf = (page: WatchedPage) =>
  page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);

/** Scrolls to the end of the page, one screen at a time. */
async function readOn(page: WatchedPage): Promise<void> {
  for (let screen = 1; screen <= 4; screen += 1) {
    await page.evaluate(() => scrollBy({ top: innerHeight * 0.9, behavior: 'instant' }));
    await page.waitForTimeout(150);
  }
}

/** Lists pictures without a size, and pictures far below the first screen that load at once. */
const wrongPictures = (page: WatchedPage) =>
  page.evaluate(() =>
    [...document.images]
      .filter(({ attributes, loading, y }) => {
        const sized = attributes.getNamedItem('width') && attributes.getNamedItem('height');
        return !sized || (loading !== 'lazy' && y > innerHeight * 2);
      })
      .map(({ src }) => src),
  );

/** Score of a small element that moves a few px because the word before it is wider in the late font. */
const A_WORD = 0.0001;
const isShift = ({ value }: Shift) => value > A_WORD;

/** Findings by page. */
class Findings<T> {
  readonly on: Record<string, T[]> = {};
  note(page: string, found: T[]): void {
    if (found.length > 0) this.on[page] = found;
  }
}

test('the recording of layout shifts detects a shift', async () => {
  const page = await openPage(390);
  await page.goto('/about', { waitUntil: 'load' });
  await quiet(page);
  await page.evaluate(() => {
    const block = document.createElement('div');
    block.style.height = '100px';
    document.querySelector('main')?.prepend(block);
  });
  await expect.poll(async () => (await shiftsOf(page)).filter(isShift).length).toBeGreaterThan(0);
  await page.context().close();
});

describe.each([390, 1440])('every page, read to its end (%i px)', (width) => {
  const moved = new Findings<Shift>();
  const pictures = new Findings<string>();
  let requested: string[];

  beforeAll(async () => {
    const page = await openPage(width);
    const visit = async (path: string, name = path) => {
      await page.goto(path, { waitUntil: 'load' });
      await quiet(page);
      pictures.note(name, await wrongPictures(page));
      await readOn(page);
      moved.note(name, (await shiftsOf(page)).filter(isShift));
    };
    await visit('/', 'the landing page');
    await enter(page);
    for (const path of LEARNER_PAGES) await visit(path);
    requested = page.requested;
    await page.context().close();
  });

  test('no layout shifts while a page loads and is scrolled to its end', () => {
    expect(moved.on).toEqual({});
  });

  test('no page requests another host without an action', () => {
    const elsewhere = requested.filter((url) => !url.startsWith(site.url) && !/^(data|blob):/.test(url));
    expect(requested.length).toBeGreaterThan(LEARNER_PAGES.length);
    expect(elsewhere).toEqual([]);
  });

  test('every picture has its size, and pictures below the first screen load lazily', () => {
    expect(pictures.on).toEqual({});
  });
});

test.each([390, 1440])('late fonts and pictures cause no layout shift (%i px)', async (width) => {
  const moved = new Findings<Shift>();
  for (const path of LEARNER_PAGES) {
    // A new context for each page, because the cache would already contain the fonts and pictures.
    const page = await openPage(width);
    await enter(page);
    await page.route(/\.woff2$|\/covers\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'load' });
    await quiet(page);
    moved.note(path, (await shiftsOf(page)).filter(isShift));
    await page.context().close();
  }
  expect(moved.on).toEqual({});
});

test.each([390, 1440])('loaded parts do not move while the rest of the page loads (%i px)', async (width) => {
  const page = await openPage(width);
  await enter(page);
  // Keeps the page as the server sent it. Scripts would react to what this test removes.
  await page.route(/\.js$/, (route) => route.abort());
  const moved = new Findings<unknown>();
  for (const path of LEARNER_PAGES) {
    // The login form is vertically centered in its column, so its own end moves it.
    if (path === '/auth') continue;
    await page.goto(path);
    moved.note(path, await movedByTheRest(page));
  }
  expect(moved.on).toEqual({});
});

/** Removes the elements of a page from its end up to its title, and lists what that moved. */
const movedByTheRest = (page: WatchedPage) =>
  page.evaluate(() => {
    const title = document.querySelector('main h1, main h2');
    const elements = [...document.querySelectorAll('main *')];
    const before = new Map(elements.map((element) => [element, element.getBoundingClientRect()]));
    const moved: string[] = [];
    while (elements.length > 0) {
      const last = elements.pop();
      if (!last || last === title || !title) break;
      // The start tag of an element arrives before its first child.
      if (!last.contains(title)) last.remove();
      for (const element of [title, ...document.querySelectorAll('main nav a, main p')]) {
        const [was, is] = [before.get(element), element.getBoundingClientRect()];
        if (!was || (Math.abs(was.x - is.x) < 3 && Math.abs(was.y - is.y) < 3)) continue;
        moved.push(`${element.localName} ${element.textContent?.slice(0, 30)} without ${last.className}`);
        return moved;
      }
    }
    return moved;
  });

test('late fonts are shown when they arrive', async () => {
  const page = await openPage(390);
  await enter(page);
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\.woff2$/, async (route) => {
    await arrival;
    await route.continue();
  });
  // The load event waits for preloaded fonts.
  await page.goto('/app', { waitUntil: 'commit' });
  const title = page.getByRole('heading', { level: 1 });
  await title.waitFor();
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('DOM.enable');
  await protocol.send('CSS.enable');
  const fontOfTitle = async () => {
    const { root } = await protocol.send('DOM.getDocument');
    const { nodeId } = await protocol.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
    const { fonts } = await protocol.send('CSS.getPlatformFontsForNode', { nodeId });
    return fonts[0]?.familyName ?? '';
  };
  // Longer than the 100 ms in which an optional font may still be shown.
  await page.waitForTimeout(500);
  expect(await fontOfTitle()).not.toMatch(/Literata/);
  arrive();
  await expect.poll(fontOfTitle).toMatch(/Literata/);
  await page.context().close();
});
