import { expect, test } from 'vitest';
import { ERRORS, type ErrorCode } from '#platform/http/contract/error-codes.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { PASSWORD_RULE } from '../../contract/form-schemas.ts';
import { loginFailure, registerFailure } from './sign-in-failures.ts';

const answer = (code: ErrorCode, message: string) =>
  new ApiError(ERRORS[code][0], JSON.stringify({ code, message }));
const onTheWay = new ApiError(0, 'Failed to fetch');

test('a failed login uses the specification’s words', () => {
  expect(loginFailure(answer('rate-limited', 'Too many login attempts from this address'))).toBe(
    'Too many login attempts. Please try again later.',
  );
  expect(loginFailure(answer('wrong-credentials', 'Invalid username or password'))).toBe(
    'Invalid username or password. Please try again.',
  );
  expect(loginFailure(answer('forbidden', 'Access is closed today.'))).toBe('Access is closed today.');
  for (const nothing of [onTheWay, new ApiError(502, 'Bad Gateway'), undefined])
    expect(loginFailure(nothing)).toBe('Login failed. Please try again.');
});

test('a failed registration uses the specification’s words', () => {
  expect(registerFailure(answer('rate-limited', 'Too many account creation attempts. Later.'))).toBe(
    'Too many registration attempts. Please try again later.',
  );
  expect(registerFailure(answer('username-taken', 'Username already exists'))).toBe(
    'Username already exists. Please choose a different username.',
  );
  expect(registerFailure(answer('email-taken', 'Email already in use'))).toBe(
    'Email already in use. Please use a different email or try logging in.',
  );
  expect(registerFailure(answer('weak-password', PASSWORD_RULE))).toBe(
    'Password must be at least 8 characters and contain uppercase, lowercase, and numbers.',
  );
  const common = 'This password is too common. Please choose a different one.';
  expect(registerFailure(answer('common-password', common))).toBe(common);
  for (const other of [onTheWay, answer('invalid-input', 'Something else'), new ApiError(500, '')])
    expect(registerFailure(other)).toBe('Registration failed. Please try again.');
});
