import { ApiError, type FailureCode, hasCode } from '#platform/web/api-error.ts';
import { reasonOf } from '../failures.ts';

type Texts = Partial<Record<FailureCode, string>>;

/* Texts of the toasts of a failed login and registration (specification, section 8). */

const LOGIN: Texts = {
  'rate-limited': 'Too many login attempts. Please try again later.',
  'wrong-credentials': 'Invalid username or password. Please try again.',
};

const REGISTER: Texts = {
  'rate-limited': 'Too many registration attempts. Please try again later.',
  'username-taken': 'Username already exists. Please choose a different username.',
  'email-taken': 'Email already in use. Please use a different email or try logging in.',
  'weak-password': 'Password must be at least 8 characters and contain uppercase, lowercase, and numbers.',
};

const textOf = (error: unknown, texts: Texts) => (error instanceof ApiError ? texts[error.code] : undefined);

export const loginFailure = (error: unknown): string =>
  textOf(error, LOGIN) ?? (reasonOf(error) || 'Login failed. Please try again.');

export const registerFailure = (error: unknown): string =>
  textOf(error, REGISTER) ??
  (hasCode(error, 'common-password', 'access-revoked') && reasonOf(error)
    ? reasonOf(error)
    : 'Registration failed. Please try again.');
