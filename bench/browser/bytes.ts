import type { Browser } from 'playwright-core';
import { newDataDir, removeDataDir, startSiteProcess } from '#test/site-process.ts';
import type { Options } from '../groups.ts';
import { withCleanup } from '../process/cleanup.ts';
import { say } from '../process/progress.ts';
import { figure, type Table } from '../report/table.ts';
import { enteredCookie, LEARNER_PAGES, type LearnerPage, openBrowser, PHONE } from './phone.ts';

/** Bytes in a KB, as in `e2e/site/script-size.test.ts`. */
const KB = 1024;
/** Limit in transferred KB, headers included. */
const SCRIPT_LIMIT = { atMost: 110 };
const ALL_LIMIT = { atMost: 200 };

const KINDS = ['html', 'css', 'script', 'font', 'json', 'image', 'media', 'other'] as const;
type Kind = (typeof KINDS)[number];
/** Resource types without a limit: pictures and media. */
const MEDIA: readonly Kind[] = ['image', 'media'];

interface Weight {
  requests: number;
  bytes: Record<Kind, number>;
}

/** Measures the transferred bytes of each learner page's first view on a phone with an empty cache. */
export function measure({ quick }: Options): Promise<Table[]> {
  return withCleanup(async (later) => {
    const dataDir = await newDataDir();
    later(() => removeDataDir(dataDir));
    const site = await startSiteProcess(dataDir);
    later(() => site.stop());
    const browser = await openBrowser();
    later(() => browser.close());
    const rows = [];
    for (const page of quick ? LEARNER_PAGES.slice(0, 2) : LEARNER_PAGES) {
      say(`bytes of ${page.path}`);
      const { requests, bytes } = await weigh(browser, site.url, page);
      const kilobytes = (kind: Kind) => bytes[kind] / KB;
      const sumOf = (kinds: readonly Kind[]) => kinds.reduce((sum, kind) => sum + kilobytes(kind), 0);
      const [all, media] = [sumOf(KINDS), sumOf(MEDIA)];
      rows.push([
        page.name,
        figure(requests),
        ...KINDS.map((kind) =>
          figure(kilobytes(kind), { digits: 1, ...(kind === 'script' && { limit: SCRIPT_LIMIT }) }),
        ),
        figure(all, { digits: 1 }),
        figure(all - media, { digits: 1, limit: ALL_LIMIT }),
      ]);
    }
    return [
      {
        title: 'First view on a phone, KB as transferred',
        columns: ['Page', 'Requests', ...KINDS, 'All', 'All but pictures and media'],
        rows,
      },
    ];
  });
}

async function weigh(browser: Browser, url: string, { path, entered }: LearnerPage): Promise<Weight> {
  const context = await browser.newContext(PHONE);
  try {
    if (entered) await context.addCookies([enteredCookie(url)]);
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    const kinds = new Map<string, Kind>();
    const weight: Weight = {
      requests: 0,
      bytes: Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Weight['bytes'],
    };
    network.on('Network.responseReceived', ({ requestId, response }) => {
      if (/^https?:/.test(response.url)) kinds.set(requestId, kindOf(response.mimeType));
    });
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId);
      if (kind === undefined) return;
      weight.requests += 1;
      weight.bytes[kind] += encodedDataLength;
    });
    await network.send('Network.enable');
    await page.goto(url + path, { waitUntil: 'networkidle' });
    return weight;
  } finally {
    await context.close();
  }
}

function kindOf(mimeType: string): Kind {
  if (mimeType === 'text/html') return 'html';
  if (mimeType === 'text/css') return 'css';
  if (/javascript/.test(mimeType)) return 'script';
  if (/^font\/|font-woff/.test(mimeType)) return 'font';
  if (/json/.test(mimeType)) return 'json';
  if (/^image\//.test(mimeType)) return 'image';
  return /^(video|audio)\//.test(mimeType) ? 'media' : 'other';
}
