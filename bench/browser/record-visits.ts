import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { Act, PersonKind, RecordVisits, RequestKind, Visit, VisitRequest } from '../day/visit.ts';
import { enteredCookie, openBrowser, PHONE } from './phone.ts';

/* Records visits of a real browser: the requests that a phone's Chromium sends at each press of a person. */

/** Time after a press in which all of its requests are sent, in ms, and the same for a film. */
const REST = 1_500;
const WATCHED = 15_000;
/**
 * Headers that the site reads. Cookie, token and IP address are those of the person who repeats the visit.
 */
const SENT = ['accept', 'content-type', 'csrf-token', 'if-none-match', 'if-modified-since', 'sec-fetch-site'];

/** An action of a person on a page. */
type Press = (page: Page) => Promise<unknown>;

const play: Press = (page) =>
  dialog(page)
    .getByRole('button', { name: /^Play / })
    .click();
const save: Press = (page) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click();

const PRESSES: Record<PersonKind, Press[]> = {
  newcomer: [
    (page) => page.goto('/'),
    // The cookie of a visitor who has entered an address. The mail that follows is not part of the load.
    async (page) => {
      await page.context().addCookies([enteredCookie(page.url())]);
      await page.goto('/app');
    },
    (page) => page.locator('main a[href="/oceans/1"]').first().click(),
    (page) => page.locator('main a[href="/waves/1"]').first().click(),
    openDroplet,
    play,
    (page) => page.keyboard.press('Escape'),
  ],
  member: [
    (page) => page.goto('/app'),
    (page) => page.locator('main a[href="/oceans/1"]').first().click(),
    (page) => page.locator('main a[href="/waves/1"]').first().click(),
    openDroplet,
    save,
    play,
    (page) => page.keyboard.press('Escape'),
  ],
};

const dialog = (page: Page) => page.getByRole('dialog');

/** Opens the first droplet of the wave that is a film. */
async function openDroplet(page: Page): Promise<void> {
  const response = await page.request.get('/api/waves/1/droplets');
  const list = (await response.json()) as { title: string; mediaType: string; mediaUrl: string | null }[];
  const film = list.find(({ mediaType, mediaUrl }) => mediaType === 'video' && mediaUrl);
  if (!film) throw new Error('The first wave has no film.');
  await page.getByRole('link', { name: film.title, exact: true }).click();
}

export const recordVisits: RecordVisits = async (url, session) => {
  const browser = await openBrowser();
  try {
    const newContext = () => browser.newContext({ ...PHONE, baseURL: url, serviceWorkers: 'block' });
    const newcomer = await newContext();
    const member = await newContext();
    const cookies = session.split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split('=', 2);
      return { name, value, url };
    });
    await member.addCookies(cookies);
    // The member has been here before, so the browser has cached scripts and pictures.
    await recordVisit(
      member,
      PRESSES.member.filter((press) => press !== save && press !== play),
    );
    return {
      newcomer: await recordVisit(newcomer, PRESSES.newcomer),
      member: await recordVisit(member, PRESSES.member),
    };
  } finally {
    await browser.close();
  }
};

async function recordVisit(context: BrowserContext, presses: readonly Press[]): Promise<Visit> {
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const seen = watch(network);
  const visit: Visit = [];
  for (const press of presses) {
    await press(page);
    await page.waitForTimeout(press === play ? WATCHED : REST);
    visit.push(seen());
  }
  await page.close();
  return visit;
}

/** Returns a function that returns the requests since its last call. */
function watch(network: CDPSession): () => Act {
  const sent = new Map<string, VisitRequest>();
  let act: Act = [];
  network.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    const { protocol, pathname, search } = new URL(request.url);
    const kind = kindOf(type ?? '', request.method);
    // Films come from a store. Another benchmark measures how many a node can send.
    if (!/^https?:$/.test(protocol) || kind === undefined) return;
    const headers: Record<string, string> = { 'accept-encoding': 'gzip, deflate, br' };
    for (const [name, value] of Object.entries(request.headers))
      if (SENT.includes(name.toLowerCase())) headers[name.toLowerCase()] = value;
    sent.set(requestId, {
      kind,
      method: request.method,
      path: pathname + search,
      headers,
      ...(request.postData && { body: request.postData }),
      status: 0,
    });
  });
  network.on('Network.responseReceived', ({ requestId, response }) => {
    const request = sent.get(requestId);
    sent.delete(requestId);
    if (request && !response.fromDiskCache && !response.fromPrefetchCache)
      act.push({ ...request, status: response.status });
  });
  // Responses from the page's memory cache have no response event.
  network.on('Network.requestServedFromCache', ({ requestId }) => sent.delete(requestId));
  return () => {
    const finished = act;
    act = [];
    return finished;
  };
}

function kindOf(type: string, method: string): RequestKind | undefined {
  if (type === 'Media') return undefined;
  if (method !== 'GET') return 'write';
  if (type === 'Document') return 'page';
  return type === 'Fetch' || type === 'XHR' ? 'call' : 'file';
}
