import { expect, test } from 'vitest';
import { ApiError } from '#platform/web/api-client.ts';
import { PASSWORD_RULE } from '../contract.ts';
import { loginFailure, registerFailure } from './failures.ts';

const said = (message: string, status = 400) => new ApiError(status, JSON.stringify({ message }));
const onTheWay = new TypeError('Failed to fetch');

test('a failed login is told in the specification’s words', () => {
  expect(loginFailure(said('Too many login attempts from this address', 429))).toBe(
    'Too many login attempts. Please try again later.',
  );
  expect(loginFailure(said('Invalid username or password', 401))).toBe(
    'Invalid username or password. Please try again.',
  );
  expect(loginFailure(said('Access is closed today.', 403))).toBe('Access is closed today.');
  for (const nothing of [onTheWay, new ApiError(502, 'Bad Gateway'), undefined])
    expect(loginFailure(nothing)).toBe('Login failed. Please try again.');
});

test('a failed registration is told in the specification’s words', () => {
  expect(registerFailure(said('Too many account creation attempts. Later.', 429))).toBe(
    'Too many registration attempts. Please try again later.',
  );
  expect(registerFailure(said('Username already exists', 409))).toBe(
    'Username already exists. Please choose a different username.',
  );
  expect(registerFailure(said('Email already in use', 409))).toBe(
    'Email already in use. Please use a different email or try logging in.',
  );
  expect(registerFailure(said(PASSWORD_RULE))).toBe(
    'Password must be at least 8 characters and contain uppercase, lowercase, and numbers.',
  );
  for (const other of [onTheWay, said('Something else'), new ApiError(500, '')])
    expect(registerFailure(other)).toBe('Registration failed. Please try again.');
});
