import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newDataDir, removeDataDir, startSiteProcess } from '#test/site-process.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await newDataDir();
});
afterEach(async () => {
  await chmod(dataDir, 0o755);
  await removeDataDir(dataDir);
});

/** Starts the program, or another of the repository's, and waits for its end. */
async function run(
  environment: Record<string, string>,
  options: { uid?: number; gid?: number } = {},
  program: string[] = ['src/app/main.ts'],
) {
  const child = spawn(process.execPath, program, {
    env: { ...process.env, NODE_ENV: '', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'exit');
  return { code, output };
}

test('the first start says where the site is and who the administrator is, the second only where', async () => {
  const child = spawn(process.execPath, ['src/app/main.ts'], {
    env: { ...process.env, NODE_ENV: '', PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await expect.poll(() => output, { timeout: 20_000 }).toMatch(/administrator is admin, password \S{16} /);
  expect(output).toMatch(/The demo catalogue is in: \d{3} droplets/);
  const url = /Stillwater is at (\S+)/.exec(output)?.[1] ?? '';
  const password = /password (\S+)/.exec(output)?.[1];
  const login = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  expect(await login.json()).toMatchObject({ username: 'admin', role: 'admin' });
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(0);

  const again = await startSiteProcess(dataDir);
  expect(await (await fetch(`${again.url}/api/oceans`)).json()).toHaveLength(9);
  await again.stop();
});

test('a clean stop answers what was begun and ends with 0', async () => {
  const site = await startSiteProcess(dataDir);
  const begun = Array.from({ length: 20 }, () => fetch(`${site.url}/app`).then((answer) => answer.status));
  await Promise.all(begun);
  const started = performance.now();
  await site.stop();
  // Kept connections must not hold it back until their time is out (over a minute).
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('a port in use is named, with a way on', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, output } = await run({ PORT: String(port) });
  other.close();
  expect(code).toBe(1);
  expect(output).toContain(`Port ${port} is taken`);
  expect(output).not.toContain('at node:');
});

test('a database file that is no database is named and left as it was', async () => {
  const file = join(dataDir, 'stillwater.db');
  const letter = 'Dear reader, this is no database.\n'.repeat(100);
  await writeFile(file, letter);
  const { code, output } = await run({});
  expect(code).toBe(1);
  expect(output).toContain(`${file} cannot be opened: file is not a database`);
  expect(await readFile(file, 'utf8')).toBe(letter);
  expect((await readdir(dataDir)).filter((name) => name !== 'stillwater.db')).toEqual([]);
});

test('a data folder that cannot be written is named', async () => {
  // A file in its place keeps even root out.
  const place = join(dataDir, 'taken');
  await writeFile(place, '');
  const { code, output } = await run({ DATA_DIR: join(place, 'data') });
  expect(code).toBe(1);
  expect(output).toContain(`The data folder ${place}/data cannot be written: ENOTDIR`);
});

test('a database server that cannot be reached is named without its password', async () => {
  const { code, output } = await run({ DATABASE_URL: 'postgres://me:geheim@127.0.0.1:1/none' });
  expect(code).toBe(1);
  expect(output).toContain('postgres://127.0.0.1:1/none cannot be opened');
  expect(output).not.toContain('geheim');
});

test('npm run dev serves the same site out of its sources, with hot reload', async () => {
  const site = await startSiteProcess(dataDir, { STILLWATER_DEV: '1' });
  try {
    const page = await (await fetch(site.url)).text();
    expect(page).toContain('Begin Your Learning Journey');
    expect(page).toContain('/@vite/client');
    const source = await (await fetch(`${site.url}/src/app/browser.tsx`)).text();
    expect(source).toContain('hydrateRoot');
    expect((await fetch(`${site.url}/api/oceans`)).status).toBe(200);
  } finally {
    await site.stop();
  }
});

test('production refuses to guess, and names all that is missing', async () => {
  const { code, output } = await run({ NODE_ENV: 'production' });
  expect(code).toBe(1);
  for (const name of ['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM']) expect(output).toContain(name);
});

test('an administrator is created by name, and an account that bears the name is promoted and keeps its password', async () => {
  const admin = (...rest: string[]) => run({}, {}, ['scripts/admin.ts', ...rest]);
  const made = await admin('create', 'keeper');
  expect(made).toEqual({
    code: 0,
    output: expect.stringMatching(/keeper is an administrator, password \S{16} /),
  });
  const site = await startSiteProcess(dataDir);
  const member = { username: 'helper', email: 'helper@example.org', password: 'Quiet-Harbour-27' };
  const post = (path: string, body: object) =>
    fetch(site.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site.url },
      body: JSON.stringify(body),
    });
  expect((await post('/api/register', member)).status).toBe(201);
  expect((await admin('create', 'helper')).output).toContain('helper is an administrator now and keeps the');
  expect(await (await post('/api/login', member)).json()).toMatchObject({ role: 'admin' });
  await site.stop();
  const wrong = await admin('remove', 'helper');
  expect(wrong).toEqual({ code: 1, output: expect.stringContaining('Usage: npm run admin -- create NAME') });
});
