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

test('sites of one host have their own settings, data and end', async () => {
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

test('a site that cannot start says why, and others still start', async () => {
  await expect(startHostedSite(await newFolder(), { PORT: 'x' })).rejects.toThrow('PORT');
  const site = await startHostedSite(await newFolder(), { DEMO: 'false' });
  expect(await isServed(site.url)).toBe(true);
  await site.stop();
});

test('a program waits until its site is stopped, and then ends by itself', async () => {
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
