import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#platform/web/api-error.ts';
import { currentToast, dismissToast, toast } from './toast.tsx';
import { toastFailure } from './toast-failure.ts';

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

test('a call that fails for a lost session offers the login, whatever the response’s text', () => {
  const offer = (status: number, text: string) => {
    toastFailure('Not saved')(new ApiError(status, text));
    return currentToast()?.asksFor;
  };
  expect(offer(401, JSON.stringify({ code: 'not-signed-in', message: 'Anything.' }))).toBe('login');
  expect(offer(401, JSON.stringify({ code: 'wrong-password', message: 'Wrong.' }))).toBeUndefined();
  expect(offer(503, JSON.stringify({ code: 'overloaded', message: 'Later.' }))).toBeUndefined();
});
