import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession, Locator, Page } from 'playwright-core';
import { newDataDir, removeDataDir, startSiteProcess } from '#test/site-process.ts';
import type { Options } from '../groups.ts';
import { withCleanup } from '../process/cleanup.ts';
import { say } from '../process/progress.ts';
import { figure, spread, type Table } from '../report/table.ts';
import { addFirstSight, type Sight, type SightWindow } from './first-sight.ts';
import { enteredCookie, openBrowser, PHONE } from './phone.ts';

const ROUNDS = 5;
const WAVE = 1;
/** Limit of the site's own work from the tap to the first frame, in ms. */
const OWN_WORK = { atMost: 200 };
const NONE = { atMost: 0 };
/** Time in ms in which all preloads finish. */
const REST = 1_000;
/** Timeout until the result is visible, in ms. */
const SEEN_WITHIN = 20_000;

interface Droplet {
  title: string;
  slug: string;
  mediaType: string;
  imageUrl: string | null;
  mediaUrl: string | null;
  captionsUrl: string | null;
}

/** One press and its measurements. */
interface Press {
  /** Milliseconds until the result is visible. */
  time: number;
  /** Main thread time in that period, in ms. */
  work: number;
  /** URLs requested after the press. */
  requests: string[];
}

interface Steps {
  open: Press;
  play: Press;
  next: Press;
}

/**
 * Measures, on a phone's screen, the time from a tap on a droplet to its first frame, and the arrow to the
 * next droplet.
 */
export function measure({ quick }: Options): Promise<Table[]> {
  return withCleanup(async (later) => {
    const dataDir = await newDataDir();
    later(() => removeDataDir(dataDir));
    const site = await startSiteProcess(dataDir);
    later(() => site.stop());
    const browser = await openBrowser();
    later(() => browser.close());
    const list = (await (await fetch(`${site.url}/api/waves/${WAVE}/droplets`)).json()) as Droplet[];
    const index = list.findIndex(
      (one, index) => one.mediaUrl && one.mediaType === 'video' && list[index + 1],
    );
    const rounds: Steps[] = [];
    for (let round = 0; round < (quick ? 1 : ROUNDS); round += 1) {
      say(`tap, round ${round + 1}`);
      rounds.push(await walk(browser, site.url, list, index));
    }
    return [tableOf(rounds, list, index)];
  });
}

async function walk(browser: Browser, url: string, list: readonly Droplet[], index: number): Promise<Steps> {
  const context = await browser.newContext(PHONE);
  try {
    await context.addCookies([enteredCookie(url)]);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Performance.enable');
    await page.addInitScript(addFirstSight);
    await page.goto(`${url}/waves/${WAVE}`, { waitUntil: 'networkidle' });
    const title = list[index]?.title ?? '';
    const card = page.getByRole('link', { name: title, exact: true });
    const open = await press(page, session, card, 'picture');
    const play = await press(
      page,
      session,
      page.getByRole('dialog').getByRole('button', { name: /^Play / }),
      'frame',
    );
    // The page is reloaded, because a playing droplet moves the arrows.
    await page.goto(`${url}/waves/${WAVE}`, { waitUntil: 'networkidle' });
    await press(page, session, card, 'picture');
    const arrow = page
      .getByRole('dialog')
      .getByRole('button', { name: /^Next droplet/ })
      .filter({ visible: true });
    return { open, play, next: await press(page, session, arrow.first(), 'picture') };
  } finally {
    await context.close();
  }
}

async function press(page: Page, session: CDPSession, target: Locator, sight: Sight): Promise<Press> {
  await target.scrollIntoViewIfNeeded();
  await page.waitForTimeout(REST);
  const box = await target.boundingBox();
  if (!box) throw new Error('The element to press is not visible.');
  const requests: string[] = [];
  const collect = ({ request }: { request: { url: string } }) => requests.push(request.url);
  session.on('Network.requestWillBeSent', collect);
  const workBefore = await mainThread(session);
  const seen = page.evaluate((what) => (window as unknown as SightWindow).firstSight(what), sight);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  const time = await Promise.race([seen, never(sight, page)]);
  const work = (await mainThread(session)) - workBefore;
  await page.waitForTimeout(REST);
  session.off('Network.requestWillBeSent', collect);
  return { time, work, requests };
}

async function never(sight: Sight, page: Page): Promise<never> {
  await sleep(SEEN_WITHIN, undefined, { ref: false });
  throw new Error(`No ${sight} was seen ${SEEN_WITHIN / 1000} s after a press on ${page.url()}.`);
}

/** Returns the total main thread time of the page, in ms. */
async function mainThread(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

const partsOf = ({ slug, imageUrl, mediaUrl, captionsUrl }: Droplet) =>
  [`/covers/droplet/${slug}.`, imageUrl, mediaUrl, captionsUrl].filter((part) => part !== null);

/** The browser requests the icon at each new address. */
const ICON = '/favicon.svg';

/** Lists late requests. A video's stream begins when it opens, and preloads for other droplets are early. */
function late(requests: readonly string[], list: readonly Droplet[], index: number): string[] {
  const current = list[index] as Droplet;
  const others = list.filter((droplet) => droplet !== current).flatMap(partsOf);
  const expected = [ICON, current.mediaUrl, current.captionsUrl];
  return requests
    .map((request) => new URL(request))
    .filter(({ protocol }) => protocol.startsWith('http'))
    .map(({ pathname }) => pathname)
    .filter((path) => !others.some((part) => path.startsWith(part)) && !expected.includes(path));
}

function tableOf(rounds: readonly Steps[], list: readonly Droplet[], index: number): Table {
  const pick = (step: keyof Steps, value: (press: Press) => number) =>
    rounds.map((round) => value(round[step]));
  const time = ({ time }: Press) => time;
  const work = ({ work }: Press) => work;
  const both = (value: (press: Press) => number) => rounds.map(({ open, play }) => value(open) + value(play));
  const lateIn = {
    open: rounds.flatMap(({ open }) => late(open.requests, list, index)),
    play: rounds.flatMap(({ play }) => late(play.requests, list, index)),
    next: rounds.flatMap(({ next }) => late(next.requests, list, index + 1)),
  };
  const count = (step: keyof Steps) => figure(new Set(lateIn[step]).size, { limit: NONE });
  const row = (name: string, step: keyof Steps) => [
    name,
    spread(pick(step, time)),
    spread(pick(step, work)),
    count(step),
  ];
  const named = [...new Set(Object.values(lateIn).flat())].map((path) => `\`${path}\``);
  return {
    title: 'From tapping a droplet to its first frame, on a phone',
    columns: ['Press', 'To first sight, ms', 'Our own work in it, ms', 'Requests that came too late'],
    rows: [
      row('a droplet’s card, to its picture in the viewer', 'open'),
      row('Play, to the first frame of the video', 'play'),
      ['both together', spread(both(time)), spread(both(work), { limit: OWN_WORK }), ''],
      row('the arrow, to the next droplet’s picture', 'next'),
    ],
    ...(named.length > 0 && { note: `Too late: ${named.join(', ')}.` }),
  };
}
