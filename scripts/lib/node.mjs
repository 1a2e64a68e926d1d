/** Finds the Node that runs the project, and runs commands with it. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Minimum version. Earlier ones lack APIs in use, or bundle an SQLite with a WAL-reset bug. */
const oldestForServer = [24, 15];
const oldestForScripts = [20, 19];
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const startedByNpm = Boolean(process.env.npm_lifecycle_event) && process.platform !== 'win32';
const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** Prints an error and exits. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

function atLeast(version, [major, minor]) {
  const [haveMajor = 0, haveMinor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return haveMajor > major || (haveMajor === major && haveMinor >= minor);
}

function tooOld(oldest, reason) {
  fail(
    `Stillwater needs Node ${oldest.join('.')} or newer${reason}; this is ${process.version}.\n` +
      'Install Node 24 from https://nodejs.org (or run "nvm install 24") and start again.',
  );
}

/** Exits before an installation that would take a minute and yield no usable Node. */
export function requireUsableNode(root = projectRoot) {
  if (!atLeast(process.version, oldestForScripts)) tooOld(oldestForScripts, '');
  if (atLeast(process.version, oldestForServer)) return;
  const { optionalDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (!optionalDependencies[`node-${platform}`]) {
    tooOld(oldestForServer, ` on ${platform}, for which none can be installed along`);
  }
}

/** Returns the project's own Node 24, or else the current Node if it is new enough. */
export function nodeBinary(root = projectRoot) {
  const folder = join(root, 'node_modules', `node-${platform}`, 'bin');
  const bundled = join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
  // Running it takes 3 ms, and detects a binary that cannot run, as under musl.
  if (existsSync(bundled)) {
    const answer = spawnSync(bundled, ['--version'], { encoding: 'utf8' });
    if (answer.status === 0 && atLeast(answer.stdout.trim(), oldestForServer)) return bundled;
  }
  if (atLeast(process.version, oldestForServer)) return process.execPath;
  return tooOld(oldestForServer, ` (the one installed along does not run on ${platform})`);
}

/** Finds the script of a package's command, to run it with the project's Node whatever its shebang is. */
export function commandFile(packageName, command = packageName, root = projectRoot) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

/** Returns an environment for child processes in which `node` and tools are the project's. */
export function childEnvironment(extra = {}, root = projectRoot) {
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  // npm 10 does not link the bundled Node into .bin, so the Node's folder comes first.
  const ours = [dirname(nodeBinary(root)), join(root, 'node_modules', '.bin')];
  const rest = (process.env[pathName] ?? '').split(delimiter).filter((folder) => !ours.includes(folder));
  return { ...process.env, [pathName]: [...ours, ...rest].join(delimiter), ...extra };
}

/** Returns the exit code that a shell reports for a process ended by this signal. */
export function signalCode(signal) {
  return 128 + (constants.signals[signal] ?? 0);
}

/** Tells whether the terminal sends Ctrl-C to the whole process group, and thus also to the child. */
function inForeground() {
  if (process.platform === 'win32') return true;
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[2] === fields[5];
  } catch {
    const asked = spawnSync('ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)], { encoding: 'utf8' });
    const [group, foreground] = (asked.stdout ?? '').trim().split(/\s+/);
    return Boolean(group) && group === foreground;
  }
}

/** Reads a process's name and parent from /proc. */
function processState(pid) {
  const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return { name, parent: Number(rest.split(' ')[1]) };
}

/** Finds npm's process. npm starts this program through a shell, and signals only that shell. */
function findNpm() {
  const parent = process.ppid;
  try {
    const state = processState(parent);
    return { parent, aboveShell: /^(ba|da|a|z)?sh$/.test(state.name) ? state.parent : undefined };
  } catch {
    return { parent };
  }
}

const npmAtStart = startedByNpm ? findNpm() : undefined;

function npmIsGone({ parent, aboveShell }) {
  if (process.ppid !== parent) return true;
  if (aboveShell === undefined) return false;
  try {
    return processState(parent).parent !== aboveShell;
  } catch {
    return false;
  }
}

/**
 * Detects the end of the npm that started this program, and returns a function that stops watching. SIGTERM
 * to npm ends only the shell in between, and SIGKILL only npm, so this program would continue and occupy the
 * port.
 */
export function onNpmGone(react) {
  if (!npmAtStart) return () => {};
  const watching = setInterval(() => {
    if (!npmIsGone(npmAtStart)) return;
    clearInterval(watching);
    react();
  }, 200);
  return () => clearInterval(watching);
}

/**
 * Forwards each signal to the child once. npm repeats signals that the terminal has already sent to the
 * process group, and a second SIGINT may mean 'stop at once'.
 */
export function forwardSignals(child) {
  const repeatWindowMs = 1000;
  const seen = new Map();
  const onSignal = (signal) => {
    const before = seen.get(signal);
    const now = Date.now();
    seen.set(signal, now);
    if (before !== undefined && now - before < repeatWindowMs) return;
    if (signal === 'SIGINT' && before === undefined && inForeground()) return;
    child.kill(signal);
  };
  for (const signal of stopSignals) process.on(signal, onSignal);
  const stopWatching = onNpmGone(() => {
    if (seen.size === 0) child.kill('SIGTERM');
  });
  child.on('exit', () => {
    for (const signal of stopSignals) process.off(signal, onSignal);
    stopWatching();
  });
}

/** Runs the project's Node in the terminal, and exits with its exit code. */
export function runNode(args, { env = {}, root = projectRoot } = {}) {
  const child = spawn(nodeBinary(root), args, {
    cwd: root,
    stdio: 'inherit',
    env: childEnvironment(env, root),
  });
  forwardSignals(child);
  child.on('error', (error) => fail(`Node could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(signal ? signalCode(signal) : code));
}
