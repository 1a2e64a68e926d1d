import { expect, test } from 'vitest';
import { ResponseReader } from './response-reader.ts';

const responses: Record<string, string> = {
  'with a length': 'HTTP/1.1 200 OK\r\nContent-Length: 11\r\nETag: "a"\r\n\r\nhello\r\n\r\nyou'.replace(
    '11',
    '12',
  ),
  'without a body': 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n',
  'in chunks':
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: ' +
    'chunked\r\n\r\n5\r\nhello\r\n1a\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n',
  'in chunks that look like their own end':
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\n0\r\n\r\n0\r\n\r\r\n0\r\n\r\n',
  'not modified': 'HTTP/1.1 304 Not Modified\r\ncontent-length: 500\r\netag: "a"\r\n\r\n',
};

for (const [name, text] of Object.entries(responses))
  test(`the reader finds the end of a response ${name}, in one piece or byte by byte`, () => {
    const bytes = Buffer.from(text);
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const reader = new ResponseReader();
      expect(reader.take(bytes.subarray(0, cut)), `first ${cut} bytes`).toBe(false);
      expect(reader.take(bytes.subarray(cut)), `the rest after ${cut}`).toBe(true);
      // The next response on the same connection, byte by byte.
      const ends = [...bytes].map((byte) => reader.take(Buffer.from([byte])));
      expect(ends.indexOf(true)).toBe(bytes.length - 1);
    }
    expect(new ResponseReader().take(bytes)).toBe(true);
  });

test('the reader returns the status and rejects malformed responses', () => {
  const reader = new ResponseReader();
  reader.take(Buffer.from('HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n'));
  expect(reader.status).toBe(503);
  expect(() => new ResponseReader().take(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'))).toThrow('has no length');
  expect(() =>
    new ResponseReader().take(Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nab')),
  ).toThrow('longer than its content-length');
});
