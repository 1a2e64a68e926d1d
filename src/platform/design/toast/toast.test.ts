import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToast, dismissToast, toast } from './toast.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('only one notification shows at a time', () => {
  toast({ title: 'First' });
  toast({ title: 'Second', description: 'The words of it.' });
  expect(currentToast()).toMatchObject({ title: 'Second', description: 'The words of it.', open: true });
});

test('a dismissed notification is removed after 1,000,000 ms', () => {
  toast({ title: 'Read' });
  dismissToast(currentToast()?.id ?? 0);
  expect(currentToast()).toMatchObject({ title: 'Read', open: false });
  vi.advanceTimersByTime(999_999);
  expect(currentToast()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(currentToast()).toBeNull();
});
