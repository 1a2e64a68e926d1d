import { ApiError } from '#platform/web/api-client.ts';

/** The server's own sentence; nothing for a failure on the way there. */
export const reasonOf = (error: unknown): string =>
  (error instanceof ApiError ? error.reason : undefined) ?? '';

/* What the toasts of a failed login and registration say (specification, section 8). */

export function loginFailure(error: unknown): string {
  const reason = reasonOf(error);
  if (reason.includes('Too many login attempts')) return 'Too many login attempts. Please try again later.';
  if (reason.includes('Invalid username or password'))
    return 'Invalid username or password. Please try again.';
  return reason || 'Login failed. Please try again.';
}

const PASSWORD_SENTENCE =
  'Password must be at least 8 characters and contain uppercase, lowercase, and numbers.';

export function registerFailure(error: unknown): string {
  const reason = reasonOf(error);
  if (reason.includes('Too many account creation attempts'))
    return 'Too many registration attempts. Please try again later.';
  if (reason.includes('Username already exists'))
    return 'Username already exists. Please choose a different username.';
  if (reason.includes('Email already in use'))
    return 'Email already in use. Please use a different email or try logging in.';
  if (reason.includes(PASSWORD_SENTENCE)) return PASSWORD_SENTENCE;
  return 'Registration failed. Please try again.';
}
