import { expect, test } from 'vitest';
import { askBeforeUnload } from './use-unload-guard.ts';

/** The event of Chrome 109, which reacts only to a return value. */
class OldEvent extends Event {
  answer = '';
  override get returnValue(): never {
    return this.answer as never;
  }
  override set returnValue(text: unknown) {
    this.answer = String(text);
  }
}

test('every supported browser asks before closing a page with unsaved text', () => {
  const event = new OldEvent('beforeunload', { cancelable: true });
  askBeforeUnload(event as unknown as BeforeUnloadEvent);
  expect(event.answer).not.toBe('');
  expect(event.defaultPrevented).toBe(true);
});

test('the question after another tab’s login is handled, too', () => {
  const event = new Event('beforeunload', { cancelable: true });
  askBeforeUnload(event as BeforeUnloadEvent);
  expect(event.defaultPrevented).toBe(true);
});
