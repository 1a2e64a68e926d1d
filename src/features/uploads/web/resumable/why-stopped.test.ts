import { expect, test } from 'vitest';
import { ApiError } from '#platform/web/api-error.ts';
import { tooLarge } from '../../shared/upload-kinds.ts';
import { findProblem } from '../use-upload.ts';
import { sizesOf } from './sizes.ts';
import { whyStopped } from './why-stopped.ts';

const stop = (status: number, body: object | string) =>
  whyStopped(new ApiError(status, typeof body === 'string' ? body : JSON.stringify(body)), 'video');

test('the server’s own message is shown', () => {
  const message = 'This image is damaged or incomplete and cannot be read.';
  expect(stop(400, { code: 'file-refused', message })).toEqual({ message });
  expect(stop(507, { code: 'storage-full', message })).toEqual({ message });
  expect(stop(409, { code: 'too-many-uploads', message })).toEqual({ message });
});

test('an upload goes on after what passes by itself', () => {
  expect(stop(0, '')).toBe('later');
  expect(stop(409, { code: 'wrong-offset', message: '' })).toBe('later');
  expect(stop(409, { code: 'part-missing', message: '' })).toBe('later');
  expect(stop(503, { code: 'database-busy', message: '' })).toBe('later');
  expect(stop(502, '<html>Bad gateway</html>')).toBe('later');
  // A response to HEAD.
  expect(stop(410, '')).toBe('later');
  expect(stop(409, { code: 'upload-busy', message: '' })).toBe('busy');
  expect(stop(403, { code: 'stale-csrf-token', message: '' })).toBe('token');
});

test('a proxy’s error page is never shown', () => {
  expect(stop(413, '<html>413</html>')).toEqual({ message: tooLarge('video') });
  expect(stop(400, '<html>Bad</html>')).toEqual({ message: 'The upload failed. Please try again.' });
});

test('too large, empty or multiple files are not sent', () => {
  expect(findProblem([{ size: 20 * 1024 * 1024 + 1 }], 'image')).toBe(
    'This image is too large: at most 20 MB. Choose a smaller one.',
  );
  expect(findProblem([{ size: 20 * 1024 * 1024 }], 'image')).toBeNull();
  expect(findProblem([{ size: 0 }], 'captions')).toBe(
    'This file is empty. Copy it again, or choose another one.',
  );
  expect(findProblem([{ size: 1 }, { size: 1 }], 'image')).toBe('Choose one file at a time.');
});

test('sizes share a unit, and all is said only when it is there', () => {
  const MB = 1024 * 1024;
  expect(sizesOf(212.9 * MB, 560 * MB)).toBe('212 of 560 MB');
  expect(sizesOf(1999 * MB, 2000 * MB)).toBe('1,999 of 2,000 MB');
  expect(sizesOf(0, 700)).toBe('0 of 1 KB');
});
