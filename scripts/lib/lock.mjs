/** Lock between processes: a file whose holder updates its time, so that a dead holder's lock expires. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const freshenMs = 2_000;
const expiresMs = 15_000;
const settleMs = 250;

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function read(file) {
  try {
    const [pid, token] = readFileSync(file, 'utf8').split(' ');
    return { pid: Number(pid), token, ageMs: Date.now() - statSync(file).mtimeMs };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Tells whether a lock's holder has ended. An empty file is being written, or its writer died. */
export function isStale({ pid, token, ageMs }) {
  if (ageMs > expiresMs) return true;
  return token !== undefined && !alive(pid);
}

async function acquire(file, token) {
  try {
    writeFileSync(file, `${process.pid} ${token}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const held = read(file);
  if (held && !isStale(held)) return false;
  if (!held) return false;
  // Several processes may find the lock stale at once. Each replaces it, and the last one wins.
  const mine = `${file}.${token}`;
  writeFileSync(mine, `${process.pid} ${token}`);
  renameSync(mine, file);
  await sleep(settleMs);
  return read(file)?.token === token;
}

/** Runs `work` exclusively among processes. Calls `onWait` once if it has to wait. */
export async function withLock(file, work, onWait = () => {}) {
  const token = randomUUID();
  mkdirSync(dirname(file), { recursive: true });
  for (let waits = 0; !(await acquire(file, token)); waits += 1) {
    if (waits === 1) onWait();
    await sleep(100);
  }
  const release = () => {
    if (read(file)?.token === token) rmSync(file, { force: true });
  };
  const freshen = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // The folder was removed, so the work continues without a lock.
    }
  }, freshenMs);
  process.on('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(freshen);
    process.off('exit', release);
    release();
  }
}
