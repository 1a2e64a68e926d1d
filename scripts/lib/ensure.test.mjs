import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ensureInstalled } from './ensure.mjs';
import { writeInstallStamp } from './stamps.mjs';

let root;
let asked;

/** Creates a project with an npm that only records its arguments. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stillwater-ensure-'));
  asked = join(root, 'asked.json');
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'package.json'), '{}');
  writeFileSync(join(root, 'package-lock.json'), '{"packages":{"":{}}}');
  const npm = join(root, 'npm-cli.js');
  writeFileSync(npm, "require('fs').writeFileSync('asked.json', JSON.stringify(process.argv.slice(2)))");
  vi.stubEnv('npm_execpath', npm);
  vi.stubEnv('npm_node_execpath', process.execPath);
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

/** Returns the packages that npm was to install; undefined when nothing was installed. */
function installed() {
  if (!existsSync(asked)) return undefined;
  const args = JSON.parse(readFileSync(asked, 'utf8'));
  rmSync(asked);
  return args.find((arg) => /^--(include|omit)=/.test(arg));
}

test.each([
  ['production', '--omit=dev'],
  ['', '--include=dev'],
])('a fresh clone with NODE_ENV=%s is installed with %s', async (environment, packages) => {
  vi.stubEnv('NODE_ENV', environment);
  await ensureInstalled({ root });
  expect(installed()).toBe(packages);
  await ensureInstalled({ root });
  expect(installed()).toBe(undefined);
});

test('a production installation stays unchanged, even if a later command has another NODE_ENV', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  await ensureInstalled({ root });
  expect(installed()).toBe('--omit=dev');
  vi.stubEnv('NODE_ENV', '');
  await ensureInstalled({ root });
  expect(installed()).toBe(undefined);
  await ensureInstalled({ root, tools: true });
  expect(installed()).toBe('--include=dev');
});

test('outdated dependencies are reinstalled', async () => {
  writeInstallStamp(root, { dev: true });
  writeFileSync(
    join(root, 'package-lock.json'),
    '{"packages":{"":{},"node_modules/new":{"version":"1.0.0"}}}',
  );
  vi.stubEnv('NODE_ENV', 'production');
  await ensureInstalled({ root });
  expect(installed()).toBe('--omit=dev');
});
