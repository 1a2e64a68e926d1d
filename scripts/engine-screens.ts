import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Driver, ENGINES, type EngineName } from '../e2e/engines/drivers/driver.ts';
import { openDriver } from '../e2e/engines/drivers/open-driver.ts';
import { Reader } from '../e2e/engines/reader.ts';
import { STATES, type State } from '../e2e/engines/states.ts';
import { setSubscription } from '../e2e/screens/readers.ts';
import { type RunningSite, startSite } from '../e2e/support/open-site.ts';
import { ADMIN } from '../e2e/support/phone.ts';
import { runCommand } from './lib/run-command.ts';

/* npm run screens:engines: takes pictures of pages in Chromium, Firefox and WebKit. */

const FOLDER = join(import.meta.dirname, '../.cache/engine-screens');
/** Time in ms for a page's response to a press. */
const RESPONSE = 700;
const PASSWORD = 'Quiet-Harbour-27';
const USAGE = `Usage: npm run screens:engines -- PATH… [--engines firefox,webkit] [--widths 390,1440]
  [--themes light,dark]
  [--press NAME…] presses buttons or links with these names, one after the other
  [--states all] or NAMES of e2e/engines/states.ts instead of paths
  [--admin] as an administrator of the demo
  [--site URL] a running site instead of the demo`;

interface Look {
  width: number;
  theme: string;
}

/** The site in the pictures. */
interface Shown {
  url: string;
  /** The demo; undefined for a site that was running before. */
  demo: RunningSite | undefined;
}

function readOptions() {
  const { values, positionals: paths } = parseArgs({
    allowPositionals: true,
    options: {
      engines: { type: 'string', default: ENGINES.join() },
      widths: { type: 'string', default: '390,1440' },
      themes: { type: 'string', default: 'light' },
      press: { type: 'string', multiple: true, default: [] },
      states: { type: 'string' },
      admin: { type: 'boolean', default: false },
      site: { type: 'string' },
    },
  });
  const engines = ENGINES.filter((engine) => values.engines.split(',').includes(engine));
  const named = values.states?.split(',') ?? [];
  const states: State[] = [
    ...STATES.filter(({ name }) => values.states === 'all' || named.includes(name)),
    ...paths.map(
      (path): State => ({
        name: path.replaceAll(/\W+/g, '-').slice(1) || 'home',
        who: values.admin ? 'admin' : 'entered',
        path,
        async prepare(reader) {
          for (const name of values.press) {
            await reader.press('control', name);
            await sleep(RESPONSE);
          }
        },
      }),
    ),
  ];
  if (states.length === 0 || engines.length === 0) throw new Error(USAGE);
  const looks: Look[] = values.widths
    .split(',')
    .flatMap((width) => values.themes.split(',').map((theme) => ({ width: Number(width), theme })));
  return { engines, states, looks, address: values.site };
}

/** Enters the site or logs in, as the state requires. */
async function become(reader: Reader, who: State['who'], engine: EngineName, { demo }: Shown): Promise<void> {
  if (who === 'new') return;
  await reader.enter();
  if (who === 'entered') return;
  await reader.open('/auth');
  if (who === 'admin') {
    await reader.call('POST', '/api/login', ADMIN);
    return;
  }
  const account = { username: `late-${engine}`, email: `late-${engine}@example.org`, password: PASSWORD };
  await reader.call('POST', '/api/register', { ...account, confirmPassword: PASSWORD });
  const begun = await reader.call('POST', '/api/subscription/checkout', {});
  const { subscriptionId } = begun as { subscriptionId: string };
  await reader.call('POST', `/api/sandbox-payments/${subscriptionId}/approve`, {});
  await reader.call('POST', '/api/subscribe', { subscriptionId });
  if (demo) setSubscription(demo, account.username, who);
}

async function take(reader: Reader, state: State, engine: EngineName, { width, theme }: Look) {
  const { name, path, prepare } = state;
  await reader.resize({ width, height: width < 600 ? 844 : 900 });
  await reader.open(path);
  await reader.tab.evaluate((theme) => {
    document.documentElement.dataset.theme = theme;
  }, theme);
  await prepare?.(reader);
  await reader.rest();
  const file = join(FOLDER, `${name} ${width} ${theme} ${engine}.png`);
  await writeFile(file, await reader.tab.picture());
  console.log(file);
}

interface Pictures {
  states: readonly State[];
  looks: readonly Look[];
}

async function takeAll(driver: Driver, engine: EngineName, shown: Shown, { states, looks }: Pictures) {
  let before: State['who'] = 'new';
  let reader: Reader | undefined;
  for (const state of states.toSorted((a, b) => a.who.localeCompare(b.who)))
    for (const look of looks) {
      // A visitor who fills in the first page's form is no longer new: 'new' needs a fresh tab.
      if (!reader || state.who === 'new' || state.who !== before) {
        reader = new Reader(await driver.newTab(), shown.url);
        await become(reader, state.who, engine, shown);
        before = state.who;
      }
      await take(reader, state, engine, look).catch((error: unknown) => {
        console.log(`${engine}, ${state.name}, ${look.width} px: ${error}`);
      });
      for (const problem of await reader.tab.problems())
        console.log(`${engine}, ${state.name} reports: ${problem}`);
    }
}

async function main(): Promise<void> {
  const { engines, address, ...pictures } = readOptions();
  await mkdir(FOLDER, { recursive: true });
  const accounts = { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password };
  const demo = address ? undefined : await startSite({ PAYMENTS: 'sandbox', ...accounts });
  const shown = { demo, url: demo?.url ?? address ?? '' };
  try {
    for (const engine of engines) {
      const driver = await openDriver(engine);
      await takeAll(driver, engine, shown, pictures).finally(() => driver.close());
    }
  } finally {
    await demo?.close();
  }
}

await runCommand(main);
