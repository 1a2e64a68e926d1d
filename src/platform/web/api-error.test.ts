import { expect, test } from 'vitest';
import { ApiError, failureText, mayBeDone, NETWORK_ERROR } from './api-error.ts';

test.each([
  [0, 'Failed to fetch', true],
  [502, '<h1>502 Bad Gateway</h1>', true],
  [504, '', true],
  [503, '{"code":"database-unavailable","message":"Please try again."}', true],
  [503, '{"code":"overloaded","message":"The site is very busy right now."}', false],
  [507, '{"code":"storage-full","message":"There is not enough space."}', false],
  [409, '{"code":"slug-taken","message":"This slug is already taken"}', false],
  [413, '<h1>413 Request Entity Too Large</h1>', false],
])('a call that failed with %i and %j may have done its work: %j', (status, text, expected) => {
  expect(mayBeDone(new ApiError(status, text))).toBe(expected);
});

test.each([
  [
    'the server’s sentence',
    new ApiError(409, '{"code":"slug-taken","message":"It is taken."}'),
    'It is taken.',
  ],
  ['what the page says otherwise', new ApiError(502, '<h1>502 Bad Gateway</h1>'), 'Save again.'],
  ['that the network failed', new ApiError(0, 'Failed to fetch'), NETWORK_ERROR],
  ['that the network failed, too', new TypeError('Failed to fetch'), NETWORK_ERROR],
])('a failed call tells %s', (_, error, text) => {
  expect(failureText(error, 'Save again.')).toBe(text);
});
