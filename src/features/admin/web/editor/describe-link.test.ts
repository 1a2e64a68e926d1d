import { expect, test } from 'vitest';
import { describeLink } from './describe-link.ts';

const ORIGIN = 'https://still.example';
const named = (address: string) => {
  const link = describeLink(address, ORIGIN);
  return 'text' in link ? `${link.kind}: ${link.text}` : link.kind;
};

test('every form of a video link is recognized', () => {
  expect(named('https://www.youtube.com/watch?v=aqz-KE-bpKQ')).toBe('host: YouTube video');
  expect(named('https://youtu.be/aqz-KE-bpKQ')).toBe('host: YouTube video');
  expect(named('https://www.youtube.com/shorts/aqz-KE-bpKQ')).toBe('host: YouTube Short');
  expect(named('https://www.youtube.com/embed/aqz-KE-bpKQ')).toBe('host: YouTube video (embedded player)');
  expect(named('https://vimeo.com/76979871')).toBe('host: Vimeo video');
});

test('a link that cannot be played gets a warning', () => {
  expect(named('https://www.youtube.com/@channel')).toContain('does not lead to a video');
  expect(named('https://youtu.be/short')).toContain('does not lead to a video');
  expect(named('https://www.dailymotion.com/video/x1')).toContain('cannot play here');
  expect(named('http://files.example/a.mp4')).toContain('Use https');
});

test('file links are files, and incomplete links are nothing', () => {
  expect(named('https://files.example/a.mp4')).toBe('file: A file on files.example');
  expect(named('/media/a.mp4')).toBe('file: A file on this site');
  for (const text of ['', 'http', 'javascript:alert(1)', '//x.example/a.mp4'])
    expect(named(text)).toBe('none');
});
