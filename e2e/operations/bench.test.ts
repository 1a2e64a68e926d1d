import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['bench/run.ts', ...args], {
    cwd: join(import.meta.dirname, '../..'),
  });

test('a quick benchmark prints ratios to bare Node and a verdict', async () => {
  const { stdout, stderr } = await run('--quick', 'serving');
  const [header = '', , row = ''] = stdout.slice(stdout.indexOf('| Request |')).split('\n');
  const cells = (line: string) => line.split('|').map((cell) => cell.trim());
  const ratio = cells(row)[cells(header).indexOf('Of bare')];
  expect(Number.parseFloat(ratio ?? '')).toBeGreaterThan(0);
  expect(cells(row).at(-2)).toMatch(/^(yes|\*\*no\*\*: .+)$/);
  expect(stderr).toContain('serving `/api/oceans`');
});

test('an unknown benchmark is refused with the names of the known ones', async () => {
  await expect(run('speed')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('serving') });
});
