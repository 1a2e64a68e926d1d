import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withLock } from './lock.mjs';

let folder;
let file;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillwater-lock-'));
  file = join(folder, '.cache', 'install.lock');
  mkdirSync(join(folder, '.cache'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Returns the maximum number of processes that worked at the same time. */
async function mostAtOnce(count) {
  let inside = 0;
  let most = 0;
  const onWait = vi.fn();
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await sleep(30);
    inside -= 1;
  };
  await Promise.all(Array.from({ length: count }, () => withLock(file, work, onWait)));
  return { most, onWait };
}

test('one process works while the others wait and print that they wait', async () => {
  const { most, onWait } = await mostAtOnce(4);
  expect(most).toBe(1);
  expect(onWait).toHaveBeenCalled();
  expect(existsSync(file)).toBe(false);
});

test('the lock of an ended process is taken over by one process at a time', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  writeFileSync(file, `${pid} gone`);
  expect((await mostAtOnce(3)).most).toBe(1);
});

test('a lock that its holder no longer renews is taken over', async () => {
  writeFileSync(file, `${process.ppid} silent`);
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(file, longAgo, longAgo);
  expect((await mostAtOnce(1)).most).toBe(1);
});

test('failed work releases the lock', async () => {
  const failing = withLock(file, () => Promise.reject(new Error('no network')));
  await expect(failing).rejects.toThrow('no network');
  expect(existsSync(file)).toBe(false);
});
