import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeBinary, projectRoot } from './node.mjs';

let folder;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillwater-node-'));
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'), 'junction');
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program through runNode, as commands do. */
function launch(program) {
  writeFileSync(join(folder, 'program.mjs'), program);
  const lib = pathToFileURL(join(projectRoot, 'scripts/lib/node.mjs')).href;
  const launcher =
    `import { runNode } from '${lib}'; runNode(['program.mjs'], { root: ` + `${JSON.stringify(folder)} });`;
  writeFileSync(join(folder, 'launcher.mjs'), launcher);
  return spawn(process.execPath, [join(folder, 'launcher.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] });
}

test('the Node that runs the product is at least 24', () => {
  expect(nodeBinary()).toMatch(/node(\.exe)?$/);
  expect(Number(process.versions.node.split('.')[0])).toBeGreaterThanOrEqual(24);
});

test('the exit code is that of the command', async () => {
  const [code] = await once(launch('process.exit(7)'), 'exit');
  expect(code).toBe(7);
});

test.skipIf(process.platform === 'win32')(
  'a command ended by a signal gives exit code 128 plus the signal’s number',
  async () => {
    const [code] = await once(launch("process.kill(process.pid, 'SIGKILL')"), 'exit');
    expect(code).toBe(137);
  },
);

test.skipIf(process.platform === 'win32')(
  'a repeated signal is passed on once, and the clean stop is awaited',
  async () => {
    const child = launch(`
    let heard = 0;
    process.on('SIGTERM', () => { heard += 1; setTimeout(() => process.exit(heard), 400); });
    setInterval(() => {}, 1000);
    console.log('ready');
  `);
    await once(child.stdout, 'data');
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGTERM'), 100);
    expect((await exit)[0]).toBe(1);
  },
);
