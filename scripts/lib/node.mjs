/** Which Node runs the product, and how a command is handed over to it. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Earlier ones lack what we use, or bundle an SQLite with a known fault in its write-ahead log. */
const oldestForServer = [24, 15];
const oldestForScripts = [20, 19];
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const startedByNpm = Boolean(process.env.npm_lifecycle_event) && process.platform !== 'win32';
const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** Says what is wrong in plain words and ends the command. */
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

/** Ends early, before a minute of installing, where no usable Node would come out of it. */
export function requireUsableNode(root = projectRoot) {
  if (!atLeast(process.version, oldestForScripts)) tooOld(oldestForScripts, '');
  if (atLeast(process.version, oldestForServer)) return;
  const { optionalDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (!optionalDependencies[`node-${platform}`]) {
    tooOld(oldestForServer, ` on ${platform}, for which none can be installed along`);
  }
}

/** The Node 24 installed with the project, or the current one where there is none and it is new enough. */
export function nodeBinary(root = projectRoot) {
  const folder = join(root, 'node_modules', `node-${platform}`, 'bin');
  const bundled = join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
  // Asking costs 3 ms and finds the binary that is there but cannot run, as under musl.
  if (existsSync(bundled)) {
    const answer = spawnSync(bundled, ['--version'], { encoding: 'utf8' });
    if (answer.status === 0 && atLeast(answer.stdout.trim(), oldestForServer)) return bundled;
  }
  if (atLeast(process.version, oldestForServer)) return process.execPath;
  return tooOld(oldestForServer, ` (the one installed along does not run on ${platform})`);
}

/** The script behind a package's command, to be run with our Node whatever its first line says. */
export function commandFile(packageName, command = packageName, root = projectRoot) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

/** The environment for children: what they start by the name of `node` or of a tool is ours too. */
export function childEnvironment(extra = {}, root = projectRoot) {
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  // npm 10 makes no link to the bundled Node among the tools, so its own folder has to come first.
  const ours = [dirname(nodeBinary(root)), join(root, 'node_modules', '.bin')];
  const rest = (process.env[pathName] ?? '').split(delimiter).filter((folder) => !ours.includes(folder));
  return { ...process.env, [pathName]: [...ours, ...rest].join(delimiter), ...extra };
}

/** The exit code a shell reports for a process ended by this signal. */
export function signalCode(signal) {
  return 128 + (constants.signals[signal] ?? 0);
}

/** Whether the terminal's Ctrl-C comes to our whole process group, and so to the child without us. */
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

/** The state that /proc tells of a process: its name and its parent. */
function processState(pid) {
  const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return { name, parent: Number(rest.split(' ')[1]) };
}

/** npm puts a shell between itself and us, and passes signals to that shell only: then npm is one further up. */
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
 * Tells when the npm that started us has ended. A SIGTERM to npm ends the shell between, and a SIGKILL npm alone:
 * either way we would stay behind, with the port taken. Returns how to stop watching.
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
 * Passes signals on to the child, each press or kill once. npm repeats to us what the terminal has already
 * sent to everyone, and a program that hears a second SIGINT may take it for 'stop at once'.
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

/** Runs our Node in the person's terminal and ends as it ends. */
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
