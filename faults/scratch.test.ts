import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { withScratch } from './scratch.ts';

test('an interrupted program exits after all cleanup, even if the work fails meanwhile', async () => {
  const steps: string[] = [];
  const step = (name: string, ms: number) => () => sleep(ms).then(() => steps.push(name));
  const ended = new Promise<string[]>((resolve) => {
    vi.spyOn(process, 'exit').mockImplementation((() => resolve([...steps])) as never);
  });
  let fail = () => {};
  const listeners: number[] = [];
  const working = withScratch(async ({ afterwards }) => {
    afterwards(step('disk', 50));
    // The work fails as soon as its node is stopped.
    afterwards(async () => {
      fail();
      await step('node', 1)();
    });
    await new Promise((_, reject) => {
      fail = () => reject(new Error('no node'));
      listeners.push(process.listenerCount('SIGTERM'));
      process.rawListeners('SIGTERM').at(-1)?.('SIGTERM');
      listeners.push(process.listenerCount('SIGTERM'));
    });
  });
  await expect(working).rejects.toThrow('no node');
  // npm and its shell both send the signal. Without a listener the second one would end the cleanup.
  expect(listeners[1]).toBe(listeners[0]);
  expect(await ended).toEqual(['node', 'disk']);
});
