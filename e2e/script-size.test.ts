import { afterAll, beforeAll, expect, test } from 'vitest';
import { LEARNER_PAGES } from './learner-pages.ts';
import { type OpenSite, openSite } from './open-site.ts';

/* What the first view of a page costs a phone, in bytes as they cross the network, pictures and media aside. What comes
   when the page is idle (the code of likely next pages) is counted in. */

const KB = 1024;
const SCRIPT = 110 * KB;
const ALL = 200 * KB;
/** Page, sheet, entry, what pages share, and the page's own; two or three fonts; two likely next chunks. */
const FILES = 16;

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

interface Cost {
  script: number;
  all: number;
  files: number;
}

async function firstView(path: string, entered: boolean): Promise<Cost> {
  const page = await site.newPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  if (entered) await page.context().addCookies([{ name: 'stillwater_entered', value: '1', url: site.url }]);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const types = new Map<string, string>();
  const cost: Cost = { script: 0, all: 0, files: 0 };
  network.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? '';
    if (!['Document', 'Script', 'Stylesheet', 'Font'].includes(type)) return;
    cost.files += 1;
    cost.all += encodedDataLength;
    if (type === 'Script') cost.script += encodedDataLength;
  });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.context().close();
  return cost;
}

test('the first view of every learner page keeps to its budget of bytes and files', async () => {
  const costs: Record<string, Cost> = { 'the landing page': await firstView('/', false) };
  for (const path of LEARNER_PAGES) costs[path] = await firstView(path, true);
  const over = Object.entries(costs).filter(
    ([, { script, all, files }]) => script === 0 || script > SCRIPT || all > ALL || files > FILES,
  );
  expect(over).toEqual([]);
});

test('without brotli the script keeps to its budget too', async () => {
  const page = await site.newPage();
  await page.context().addCookies([{ name: 'stillwater_entered', value: '1', url: site.url }]);
  const over: Record<string, number> = {};
  for (const path of LEARNER_PAGES) {
    page.requested.length = 0;
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    let bytes = 0;
    for (const url of new Set(page.requested.filter((address) => address.endsWith('.js')))) {
      const answer = await page.request.get(url, { headers: { 'accept-encoding': 'gzip' } });
      bytes += Number(answer.headers()['content-length']);
    }
    if (!(bytes > 0 && bytes <= SCRIPT)) over[path] = bytes;
  }
  expect(over).toEqual({});
});
