import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSmtpPeer } from '#test/peers/smtp-peer.ts';
import { newDataDir, openDatabase, removeDataDir, startSiteProcess } from '#test/site-process.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await newDataDir();
});
afterEach(async () => {
  await chmod(dataDir, 0o755);
  await removeDataDir(dataDir);
});

/** Runs the site's program, or another one, until it exits. */
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

/** Sends JSON as the site's own pages do. */
const postTo = (url: string) => (path: string, body: object) =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  });

test('the first start prints address and administrator, the second only the address', async ({
  onTestFinished,
}) => {
  const child = spawn(process.execPath, ['src/app/main.ts'], {
    env: { ...process.env, NODE_ENV: '', PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A child process that survives its test would keep the whole run from ending.
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await expect.poll(() => output).toMatch(/administrator is admin, password \S{22} /);
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

test('a clean stop responds to open requests and exits with 0', async () => {
  const site = await startSiteProcess(dataDir);
  const begun = Array.from({ length: 20 }, () => fetch(`${site.url}/app`).then((answer) => answer.status));
  await Promise.all(begun);
  const started = performance.now();
  await site.stop();
  // Keep-alive connections must not delay the exit until their timeout (over a minute).
  expect(performance.now() - started).toBeLessThan(50_000);
});

test('a start on a port in use names the port and a solution', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, output } = await run({ PORT: String(port) });
  other.close();
  expect(code).toBe(1);
  expect(output).toContain(`Port ${port} is taken`);
  // The next start would not print it again.
  expect(output).toMatch(/administrator is admin, password \S{22} /);
  expect(output).not.toContain('at node:');
});

test('a start with another machine’s address as HOST names it and a solution', async () => {
  const { code, output } = await run({ HOST: '192.0.2.1' });
  expect(code).toBe(1);
  expect(output).toContain(
    'HOST=192.0.2.1 is no address of this machine. 127.0.0.1 serves this machine only, 0.0.0.0 all.\n',
  );
  expect(output).not.toContain('at node:');
});

test('a start with a file that is no database names the file and leaves it unchanged', async () => {
  const file = join(dataDir, 'stillwater.db');
  const letter = 'Dear reader, this is no database.\n'.repeat(100);
  await writeFile(file, letter);
  const { code, output } = await run({});
  expect(code).toBe(1);
  expect(output).toContain(`${file} cannot be opened: file is not a database`);
  expect(await readFile(file, 'utf8')).toBe(letter);
  expect((await readdir(dataDir)).filter((name) => name !== 'stillwater.db')).toEqual([]);
});

test('a start with a data folder that is not writable names the folder', async () => {
  // A file instead of the folder stops root, too.
  const file = join(dataDir, 'taken');
  await writeFile(file, '');
  const { code, output } = await run({ DATA_DIR: join(file, 'data') });
  expect(code).toBe(1);
  expect(output).toContain(`The data folder ${file}/data cannot be written: ENOTDIR`);
});

test('a start without a reachable database server names it without its password', async () => {
  const { code, output } = await run({ DATABASE_URL: 'postgres://me:geheim@127.0.0.1:1/none' });
  expect(code).toBe(1);
  expect(output).toContain('postgres://me@127.0.0.1:1/none cannot be opened');
  expect(output).not.toContain('geheim');
});

test('npm run dev serves the site from its sources with hot reload', async () => {
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

test('production names every missing setting', async () => {
  const { code, output } = await run({ NODE_ENV: 'production' });
  expect(code).toBe(1);
  for (const name of ['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM']) expect(output).toContain(name);
});

test('an administrator is created by name; an existing account is promoted', async () => {
  const admin = (...rest: string[]) => run({}, {}, ['scripts/admin.ts', ...rest]);
  const made = await admin('create', 'keeper');
  expect(made).toEqual({
    code: 0,
    output: expect.stringMatching(/keeper is now an administrator. Password: \S{22} /),
  });
  const site = await startSiteProcess(dataDir);
  const member = { username: 'helper', email: 'helper@example.org', password: 'Quiet-Harbour-27' };
  const post = postTo(site.url);
  expect((await post('/api/register', member)).status).toBe(201);
  expect((await admin('create', 'helper')).output).toContain(
    'helper is now an administrator. The password stays',
  );
  expect(await (await post('/api/login', member)).json()).toMatchObject({ role: 'admin' });
  await site.stop();
  const wrong = await admin('remove', 'helper');
  expect(wrong).toEqual({ code: 1, output: expect.stringContaining('Usage: npm run admin -- create NAME') });
});

test('create generates a password when ADMIN_PASSWORD is empty, and refuses an invalid address', async () => {
  const create = (...rest: string[]) =>
    run({ ADMIN_PASSWORD: '' }, {}, ['scripts/admin.ts', 'create', 'keeper', ...rest]);
  expect(await create('--email', 'nobody')).toEqual({
    code: 1,
    output: 'nobody is not an email address.\n',
  });
  expect(await create('--email', 'keeper@example.org')).toEqual({
    code: 0,
    output: expect.stringMatching(/^keeper is now an administrator. Password: \S{22} /),
  });
});

test('an account becomes an editor, and a member again; the last administrator keeps the role', async () => {
  const admin = (...rest: string[]) => run({}, {}, ['scripts/admin.ts', ...rest]);
  expect((await admin('create', 'keeper')).code).toBe(0);
  const site = await startSiteProcess(dataDir);
  const member = { username: 'Helper', email: 'helper@example.org', password: 'Quiet-Harbour-27' };
  const post = postTo(site.url);
  const registered = await post('/api/register', member);
  const cookie = registered.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const status = async () => (await fetch(`${site.url}/api/user`, { headers: { cookie } })).status;
  const role = async () => (await (await post('/api/login', member)).json()).role;
  expect([await status(), await role()]).toEqual([200, 'free']);

  const editor = await admin('editor', 'helper');
  expect(editor).toEqual({ code: 0, output: 'Helper is an editor now, and logs in again.\n' });
  expect([await status(), await role()]).toEqual([401, 'editor']);
  // A second run changes nothing.
  expect((await admin('editor', 'helper')).code).toBe(0);
  const back = await admin('member', 'HELPER');
  expect(back).toEqual({ code: 0, output: 'Helper is a member now, and logs in again.\n' });
  expect(await role()).toBe('free');
  await site.stop();

  const database = openDatabase(dataDir);
  const entries = database
    .prepare("select details from audit_log where item_type = 'account' order by id")
    .all();
  database.close();
  expect(entries.map(({ details }) => JSON.parse(String(details)).after.role)).toEqual([
    'admin',
    'editor',
    'member',
  ]);

  const refused = { code: 1, output: expect.stringContaining('This is the only administrator.') };
  for (const command of ['editor', 'member']) expect(await admin(command, 'keeper')).toEqual(refused);
  const unknown = await admin('editor', 'nobody');
  expect(unknown).toEqual({ code: 1, output: expect.stringContaining('No account has the name nobody.') });
  expect((await admin('editor')).output).toContain('npm run admin -- editor NAME');
});

test('a mail check sends a test mail and prints the mail server’s responses', async () => {
  const check = (env: Record<string, string>, address: string) =>
    run(env, {}, ['scripts/admin.ts', 'mail-check', address]);
  const peer = await startSmtpPeer();
  const sent = await check({ SMTP_URL: peer.url }, 'maren@example.org');
  expect(sent).toEqual({ code: 0, output: expect.stringMatching(/^< 250 /m) });
  expect(peer.messages.map(({ to }) => to)).toEqual([['maren@example.org']]);
  peer.refuseAt('RCPT TO', 550);
  expect(await check({ SMTP_URL: peer.url }, 'maren@example.org')).toMatchObject({ code: 1 });
  await peer.stop();
  const unset = await check({}, 'maren@example.org');
  expect(unset).toEqual({ code: 1, output: expect.stringContaining('SMTP_URL is not set') });
});
