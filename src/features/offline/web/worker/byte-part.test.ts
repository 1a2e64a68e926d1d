import { expect, test } from 'vitest';
import { partOf } from './byte-part.ts';

const whole = () => new Response('0123456789', { headers: { 'content-type': 'video/mp4' } });

test.each([
  ['bytes=0-', 'bytes 0-9/10', '0123456789'],
  ['bytes=2-4', 'bytes 2-4/10', '234'],
  ['bytes=7-99', 'bytes 7-9/10', '789'],
  ['bytes=-3', 'bytes 7-9/10', '789'],
])('%s is answered with its part', async (range, header, text) => {
  const part = await partOf(whole(), range);
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe(header);
  expect(part.headers.get('content-length')).toBe(String(text.length));
  expect(part.headers.get('content-type')).toBe('video/mp4');
  expect(await part.text()).toBe(text);
});

test('a range beyond the end is refused with the size', async () => {
  const part = await partOf(whole(), 'bytes=10-');
  expect(part.status).toBe(416);
  expect(part.headers.get('content-range')).toBe('bytes */10');
});

test.each([null, 'bytes=4-2', 'bytes=0-1,4-5', 'lines=1-2'])(
  '%s is answered with the whole file',
  async (range) => {
    const part = await partOf(whole(), range);
    expect(part.status).toBe(200);
    expect(await part.text()).toBe('0123456789');
  },
);
