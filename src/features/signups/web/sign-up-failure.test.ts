import { expect, test } from 'vitest';
import { ApiError } from '#platform/web/api-error.ts';
import { signUpFailure } from './queries.ts';

test('a failed sign-up uses the specification’s words', () => {
  expect(signUpFailure(new ApiError(429, '{"message":"Too many just now"}'))).toBe(
    'Error: Too many just now',
  );
  expect(signUpFailure(new ApiError(502, 'Bad Gateway'))).toBe('Error: Failed to send email');
  expect(signUpFailure(new TypeError('Failed to fetch'))).toBe(
    'Network error: Please check your connection and try again.',
  );
});
