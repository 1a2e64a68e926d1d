import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { postgresUser, reachableByAll } from '#test/database/postgres-binaries.ts';
import { freePort } from '#test/free-port.ts';

/*
 * Starts the program as a container image would, without a container engine: the Dockerfile's files, in a
 * read-only folder, as an unprivileged user if the tests run as root.
 */

const ROOT = join(import.meta.dirname, '..');
const dockerfile = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
/** Files copied from the project's folder, not from an earlier stage. */
const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
  names.split(' '),
);

/** Timeout in ms, for a busy machine. */
const START_WITHIN = 60_000;

let folder: string;
let checkout: string;
let packages: string;
let dataDir: string;
let user: { uid?: number; gid?: number };
const running: ChildProcess[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillwater-read-only-'));
  chmodSync(folder, 0o755);
  checkout = join(folder, 'checkout');
  dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  user = reachableByAll(join(ROOT, 'node_modules')) ? postgresUser : {};
  if (user.uid !== undefined && user.gid !== undefined) chownSync(dataDir, user.uid, user.gid);
  for (const name of [...copied, 'dist']) {
    mkdirSync(dirname(join(checkout, name)), { recursive: true });
    cpSync(join(ROOT, name), join(checkout, name), {
      recursive: true,
      filter: (path) => !/\.test\.\w+$/.test(path),
    });
  }
  packages = join(checkout, 'node_modules');
  linkPackages();
  writable(false);
});

afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

afterAll(() => {
  writable(true);
  rmSync(folder, { recursive: true });
});

function writable(yes: boolean): void {
  const folders = readdirSync(checkout, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const path of [checkout, ...folders]) chmodSync(path, yes ? 0o755 : 0o555);
}

const linkPackages = () => symlinkSync(join(ROOT, 'node_modules'), packages);

const environment = (port: number) => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: String(port),
  DATA_DIR: dataDir,
  PUBLIC_URL: 'https://learn.example.org',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'hello@learn.example.org',
});

async function start(
  port: number,
  args: readonly string[],
): Promise<{ child: ChildProcess; said(): string }> {
  const child = spawn(process.execPath, args, { cwd: checkout, env: environment(port), ...user });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  await expect
    .poll(() => output.includes('Stillwater is at') || child.exitCode !== null, { timeout: START_WITHIN })
    .toBe(true);
  expect(output).toContain('Stillwater is at https://learn.example.org');
  return { child, said: () => output };
}

const health = (port: number) =>
  spawnSync(process.execPath, ['deploy/health.mjs'], { cwd: checkout, env: environment(port), ...user })
    .status;

/** Expects that the password dictionaries were loaded at the start, so that the first check reads no file. */
async function expectReadyForFirstPassword(port: number): Promise<void> {
  chmodSync(checkout, 0o755);
  rmSync(packages);
  const judged = await fetch(`http://127.0.0.1:${port}/api/password/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'Quiet-Harbour-27' }),
  });
  linkPackages();
  chmodSync(checkout, 0o555);
  expect(await judged.json()).toEqual({ guessable: false });
}

test('all files that the image copies exist and are not ignored', () => {
  const sent = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => new RegExp(`^${line.slice(1).replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`));
  expect(copied.length).toBeGreaterThan(8);
  for (const name of copied) {
    expect(existsSync(join(ROOT, name)), name).toBe(true);
    expect(
      sent.some((pattern) => pattern.test(name)),
      `.dockerignore keeps ${name}`,
    ).toBe(true);
  }
});

describe('in a folder that cannot be written', () => {
  const ofImage = JSON.parse(/^CMD (\[.+\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
  const unit = readFileSync(join(ROOT, 'deploy/stillwater@.service'), 'utf8');
  const ofUnit = (/^ExecStart=\/usr\/bin\/env node (.+)$/m.exec(unit)?.[1] ?? '').split(' ');

  test.each([
    ['the image', ofImage],
    ['the systemd unit', ofUnit],
  ])(
    'the start command of %s serves, passes the health check and stops cleanly',
    async (_name, args) => {
      const port = await freePort();
      const { child, said } = await start(port, args);
      for (const path of ['/', '/healthz', '/readyz', '/api/oceans'])
        expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, path).toBe(200);
      expect(health(port)).toBe(0);
      await expectReadyForFirstPassword(port);
      child.kill('SIGTERM');
      const [code] = await once(child, 'exit');
      expect(code, said()).toBe(0);
      expect(health(port)).toBe(1);
    },
    START_WITHIN + 30_000,
  );

  test('a start with an outdated build says who has to do what', () => {
    chmodSync(join(checkout, 'dist'), 0o755);
    rmSync(join(checkout, 'dist/.stamp'));
    chmodSync(join(checkout, 'dist'), 0o555);
    const { status, stderr } = spawnSync(process.execPath, ofUnit, {
      cwd: checkout,
      env: environment(0),
      encoding: 'utf8',
      ...user,
    });
    expect(stderr).toMatch(/The pages are not built.+cannot be written.+npm run build/);
    expect(status).toBe(1);
  });
});
