import { expect, test } from 'vitest';
import { cleanUpNow, withCleanup } from './cleanup.ts';

test('cleanup steps run in reverse order, also after a failure of the work', async () => {
  const done: string[] = [];
  const work = withCleanup(async (later) => {
    later(() => done.push('folder'));
    later(async () => done.push('server in it'));
    throw new Error('it failed');
  });
  await expect(work).rejects.toThrow('it failed');
  expect(done).toEqual(['server in it', 'folder']);
});

test('an early end cleans up nested work, the innermost first', async () => {
  const done: string[] = [];
  void withCleanup((later) => {
    later(() => done.push('outer'));
    return withCleanup((within) => {
      within(() => done.push('inner'));
      return new Promise(() => {});
    });
  });
  await cleanUpNow();
  expect(done).toEqual(['inner', 'outer']);
});
