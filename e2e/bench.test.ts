import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['bench/run.ts', ...args], { cwd: join(import.meta.dirname, '..') });

test('the benchmarks run: a quick one prints a table with ratios to bare node and a verdict', async () => {
  const { stdout, stderr } = await run('--quick', 'serving');
  const [header = '', , row = ''] = stdout.slice(stdout.indexOf('| Answer |')).split('\n');
  const cells = (line: string) => line.split('|').map((cell) => cell.trim());
  const ratio = cells(row)[cells(header).indexOf('Of bare')];
  expect(Number.parseFloat(ratio ?? '')).toBeGreaterThan(0);
  expect(cells(row).at(-2)).toMatch(/^(yes|\*\*no\*\*: .+)$/);
  expect(stderr).toContain('serving `/api/oceans`');
});

test('a benchmark that does not exist is refused with the names of those that do', async () => {
  await expect(run('speed')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('serving') });
});
