import { expect, test } from 'vitest';
import { readAnswer } from './send-file.ts';
import { findProblem } from './use-upload.ts';

test('the server’s own message is shown', () => {
  const message = 'This image is damaged or incomplete and cannot be read.';
  expect(readAnswer(400, JSON.stringify({ message }), 'image')).toBe(message);
});

test('an existing file counts as uploaded', () => {
  expect(readAnswer(200, '{"url":"/media/u/a.mp4"}', 'video')).toEqual({ url: '/media/u/a.mp4' });
  expect(readAnswer(201, '{"url":"/media/u/a.mp4"}', 'video')).toEqual({ url: '/media/u/a.mp4' });
});

test('a proxy’s error page is never shown', () => {
  expect(readAnswer(413, '<html>413</html>', 'video')).toBe('This video is too large: at most 2 GB.');
  expect(readAnswer(502, '<html>Bad gateway</html>', 'video')).toBe('The upload failed. Please try again.');
});

test('too large, empty or multiple files are not sent', () => {
  expect(findProblem([{ size: 20 * 1024 * 1024 + 1 }], 'image')).toBe(
    'This image is too large: at most 20 MB.',
  );
  expect(findProblem([{ size: 20 * 1024 * 1024 }], 'image')).toBeNull();
  expect(findProblem([{ size: 0 }], 'captions')).toBe('This file is empty.');
  expect(findProblem([{ size: 1 }, { size: 1 }], 'image')).toBe('Choose one file at a time.');
});
