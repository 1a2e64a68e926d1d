import { expect, test, vi } from 'vitest';
import { ApiError } from '#platform/web/api-error.ts';
import { showIssues } from './server-issues.ts';

const failure = (...paths: string[]) =>
  new ApiError(
    400,
    JSON.stringify({ message: 'No', issues: paths.map((path) => ({ path, message: path })) }),
  );

test('issues appear at their fields, and the first field gets the focus', () => {
  const setError = vi.fn();
  expect(showIssues(failure('name', 'email'), setError, ['name', 'email'])).toBe(true);
  expect(setError.mock.calls).toEqual([
    ['name', { type: 'server', message: 'name' }, { shouldFocus: true }],
    ['email', { type: 'server', message: 'email' }, { shouldFocus: false }],
  ]);
});

test('an issue without a field, or an error without issues, is not shown', () => {
  const setError = vi.fn();
  for (const error of [failure('other'), failure(), new TypeError('Failed to fetch')])
    expect(showIssues(error, setError, ['name'])).toBe(false);
  expect(setError).not.toHaveBeenCalled();
});
