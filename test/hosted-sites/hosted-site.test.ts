import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { newDataDir, removeDataDir } from '../site-process.ts';
import { startHostedSite } from './hosted-site.ts';

const folders: string[] = [];
const newFolder = async () => {
  const folder = await newDataDir();
  folders.push(folder);
  return folder;
};
afterEach(() => Promise.all(folders.splice(0).map(removeDataDir)));

const isServed = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ status }) => status === 200,
    () => false,
  );

test('sites of one host process have separate settings and data, and stop separately', async () => {
  const [plain, paid] = await Promise.all([
    startHostedSite(await newFolder(), { DEMO: 'false' }),
    startHostedSite(await newFolder(), { PAYMENTS: 'sandbox' }),
  ]);
  const oceans = async (url: string) => {
    const answer = await fetch(`${url}/api/oceans`);
    return ((await answer.json()) as unknown[]).length;
  };
  expect(await oceans(plain.url)).toBe(0);
  expect(await oceans(paid.url)).toBeGreaterThan(0);
  await plain.stop();
  expect([await isServed(plain.url), await isServed(paid.url)]).toEqual([false, true]);
  await paid.stop();
  expect(await isServed(paid.url)).toBe(false);
});

test('a site that cannot start reports the reason, and other sites still start', async () => {
  await expect(startHostedSite(await newFolder(), { PORT: 'x' })).rejects.toThrow('PORT');
  const site = await startHostedSite(await newFolder(), { DEMO: 'false' });
  expect(await isServed(site.url)).toBe(true);
  await site.stop();
});

test('a program keeps running until its site is stopped, and then exits by itself', async () => {
  const module = JSON.stringify(join(import.meta.dirname, 'hosted-site.ts'));
  const folder = JSON.stringify(await newFolder());
  const program = `
    const { startHostedSite } = await import(${module});
    const site = await startHostedSite(${folder}, { DEMO: 'false' });
    await site.stop();
    console.log('It is stopped.');`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect((await run).stdout).toContain('It is stopped.');
});

/** Limit of heap growth, in bytes. A site takes 5.5 MB, and timers of the last site may still hold memory. */
const LEFT_OF_THREE_SITES = 10_000_000;

test('stopped sites are removed from memory', async () => {
  const start = join(import.meta.dirname, '../../src/app/start');
  const folders = JSON.stringify(await Promise.all(Array.from({ length: 6 }, newFolder)));
  const program = `
    const { readConfig } = await import('${start}/../config.ts');
    const { prepareSite } = await import('${start}/prepare-site.ts');
    const { serveSite } = await import('${start}/serve-site.ts');
    const heaps = [];
    for (const DATA_DIR of ${folders}) {
      const config = readConfig({ ...process.env, DATA_DIR, PORT: '0', LOG_LEVEL: 'error', DEMO: 'false' });
      await prepareSite(config, () => {});
      const site = await serveSite(config, () => {});
      await (await fetch(site.url + '/app')).text();
      await site.stop();
      gc();
      heaps.push(process.memoryUsage().heapUsed);
    }
    // The first two load and compile what all of them use.
    console.log(Math.min(heaps[4], heaps[5]) - heaps[1]);
    process.exit();`;
  const flags = ['--expose-gc', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  expect(Number(stdout)).toBeLessThan(LEFT_OF_THREE_SITES);
});
