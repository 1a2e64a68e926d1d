/**
 * npm test: runs all checks, the fastest first, until one fails. `npm test -- unit -t name` runs one part.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureBuilt, ensureInstalled } from './lib/ensure.mjs';
import {
  childEnvironment,
  commandFile,
  fail,
  forwardSignals,
  nodeBinary,
  projectRoot,
  signalCode,
} from './lib/node.mjs';
import { serverEnvironment } from './lib/serve.mjs';
import { noResults, readResults, slowestFiles } from './lib/test-results.mjs';

const vitest = (name, projects, options) => ({ name, projects, command: ['vitest', 'run'], ...options });
const types = { name: 'types', command: ['typescript', '--build'], bin: 'tsc' };
const lint = { name: 'lint', command: ['@biomejs/biome', 'check'], bin: 'biome' };
const server = ['server:sqlite', 'server:postgres'];
// A busy machine stalls: in most runs, some of 900 tests in three real browsers fail, or a connection closes.
const e2e = vitest('e2e', ['e2e', 'engines'], { maxRepeated: 12 });
const all = [types, lint, vitest('unit and server', ['unit', ...server], { maxRepeated: 2 }), e2e];
const parts = {
  types: [types],
  lint: [lint],
  unit: [vitest('unit', ['unit'])],
  server: [vitest('server', server)],
  e2e: [e2e],
};

/**
 * Runs the project's Node with these arguments. `capture` returns the standard output instead of printing it.
 */
function run(args, { env = {}, capture = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(nodeBinary(), args, {
      cwd: projectRoot,
      stdio: ['inherit', capture ? 'pipe' : 'inherit', 'inherit'],
      env: childEnvironment(env),
    });
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    forwardSignals(child);
    child.on('error', (error) => fail(`Node could not be started: ${error.message}`));
    child.on('close', (code, signal) => {
      resolve({ code: signal ? signalCode(signal) : code, output: output.trim() });
    });
  });
}

/** E2e files that run in three browser engines. */
const ENGINES = 'e2e/engines';

/**
 * Finds or installs the browsers that these arguments need. Returns environment variables with their paths.
 */
async function browserEnvironment(extra) {
  const files = extra.filter((argument) => argument.startsWith('e2e/'));
  const all = files.length === 0 || files.some((file) => file.startsWith(ENGINES));
  const { code, output } = await run(['test/browsers/find.ts', ...(all ? ['all'] : [])], { capture: true });
  if (code !== 0) process.exit(code);
  return JSON.parse(output);
}

/**
 * Runs a check. If at most `maxRepeated` files fail, these run again, one at a time, and the second result
 * counts. More failures are not repeated, because they are no coincidence.
 */
async function runCheck(check, extra) {
  const first = await runOnce(check, extra);
  const again = first.failedFiles;
  if (first.code === 0 || extra.length > 0 || again.length === 0 || again.length > (check.maxRepeated ?? 0))
    return { ...first, again: [] };
  const second = await runOnce({ ...check, name: `${check.name} again` }, [...again, '--maxWorkers=1']);
  const passed = first.passed + (second.code === 0 ? first.failed : 0);
  return { ...second, passed, files: first.files, again: second.code === 0 ? again : [] };
}

async function runOnce({ name, projects, command: [packageName, ...args], bin = packageName }, extra) {
  const started = Date.now();
  console.log(`\n── ${name} ──`);
  // Compile cache, because tests start many processes of the site and its commands, and compiling takes a
  // third of a start.
  const { NODE_COMPILE_CACHE } = serverEnvironment;
  const env = projects ? { NODE_COMPILE_CACHE } : {};
  let file;
  if (projects) {
    file = join(projectRoot, '.cache', 'test', `${name.replaceAll(' ', '-')}.json`);
    mkdirSync(join(file, '..'), { recursive: true });
    rmSync(file, { force: true });
    if (projects.includes('e2e')) Object.assign(env, await browserEnvironment(extra));
    args.push(...projects.flatMap((project) => ['--project', project]));
    args.push('--reporter=default', '--reporter=json', `--outputFile.json=${file}`);
  }
  let { code } = await run([commandFile(packageName, bin), ...args, ...extra], { env });
  const { passed, failed, files, failedFiles } = file ? readResults(file) : noResults;
  if (projects && code === 0 && passed + failed === 0) {
    console.error('Not one test was run.');
    code = 1;
  }
  console.log(
    `── ${name}: ${code === 0 ? 'ok' : 'failed'}, ${((Date.now() - started) / 1000).toFixed(1)} s ──`,
  );
  return { code, passed, failed: code === 0 ? failed : Math.max(failed, 1), files, failedFiles };
}

const [part, ...extra] = process.argv.slice(2);
if (part && !parts[part]) {
  fail(`There is no part "${part}". Use: npm test [-- ${Object.keys(parts).join('|')} [arguments…]]`);
}
const checks = part ? parts[part] : all;

await ensureInstalled({ tools: true });
if (checks.some((check) => check.projects)) await ensureBuilt();

const total = { passed: 0, failed: 0, files: [], again: [] };
let exitCode = 0;
for (const check of checks) {
  const { code, passed, failed, files, again } = await runCheck(check, extra);
  total.passed += passed;
  total.failed += failed;
  total.files.push(...files);
  total.again.push(...again);
  exitCode = code;
  if (code !== 0) break;
}
if (total.files.length > 1) {
  console.log('\nThe slowest test files:');
  for (const { name, seconds } of slowestFiles(total.files, 10))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${relative(projectRoot, name)}`);
}
if (total.again.length > 0) {
  console.log('\nPassed only when they were run again, alone. Each is a defect of the test or the program:');
  for (const name of total.again) console.log(`  ${relative(projectRoot, name)}`);
}
if (exitCode !== 0 || checks.some((check) => check.projects)) {
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
}
process.exit(exitCode);
