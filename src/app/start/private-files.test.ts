import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePrivate } from './private-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stillwater-private-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (...path: string[]) => ((await stat(join(folder, ...path))).mode & 0o777).toString(8);

test('existing files and folders become accessible to their owner only', async () => {
  const data = join(folder, 'data');
  await mkdir(join(data, 'outbox'), { recursive: true });
  for (const name of ['stillwater.db', 'outbox/1.eml']) {
    await writeFile(join(data, name), 'x');
    await chmod(join(data, name), 0o644);
  }
  for (const name of ['outbox', '.']) await chmod(join(data, name), 0o755);
  await makePrivate(data);
  expect([await modeOf('data'), await modeOf('data', 'outbox')]).toEqual(['700', '700']);
  expect([await modeOf('data', 'stillwater.db'), await modeOf('data', 'outbox', '1.eml')]).toEqual([
    '600',
    '600',
  ]);
});
