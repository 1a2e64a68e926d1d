import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mp4Head } from '#test/media/mp4-fixture.ts';
import { removeMetadata } from '../metadata/remove-metadata.ts';
import { Mp4Boxes } from './mp4-boxes.ts';
import { readMp4Tracks } from './mp4-tracks.ts';

/* Malicious files that try to block their reader or to make it read elsewhere. */

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stillwater-boxes-'));
  path = join(folder, 'film.mp4');
});
afterAll(() => rm(folder, { recursive: true }));

const head = (size: number, type: string, long?: bigint) => {
  const bytes = Buffer.alloc(long === undefined ? 8 : 16);
  bytes.writeUInt32BE(size);
  bytes.write(type, 4, 'latin1');
  if (long !== undefined) bytes.writeBigUInt64BE(long, 8);
  return bytes;
};
/** Returns nested boxes, each up to the end of the file. */
const nested = (type: string, count: number) =>
  Buffer.concat(Array.from({ length: count }, (_, index) => head((count - index) * 8, type)));

test.each([
  ['boxes of no size in one another', Buffer.concat(Array.from({ length: 25 }, () => head(0, 'moov')))],
  ['a box that is shorter than its head', Buffer.concat([head(7, 'moov'), Buffer.alloc(192)])],
  ['a long box of no size', Buffer.concat([head(1, 'moov', 0n), Buffer.alloc(184)])],
  ['a long box beyond all numbers', Buffer.concat([head(1, 'moov', 2n ** 64n - 1n), Buffer.alloc(184)])],
  ['a long box without its size', Buffer.concat([head(0, 'moov'), head(1, 'trak')])],
  ['a box longer than its parent', Buffer.concat([head(16, 'moov'), head(200, 'trak'), Buffer.alloc(184)])],
  ['boxes in 25 boxes', nested('moov', 25)],
  ['tracks in 25 tracks', Buffer.concat([head(208, 'moov'), nested('trak', 25)])],
])('%s do not hang either reader', async (_, content) => {
  await writeFile(path, content);
  expect((await readMp4Tracks(path)) ?? []).toEqual([]);
  await removeMetadata(path, 'mp4').catch((error: Error) => expect(error.message).toMatch(/damaged/));
});

test('boxes are counted over all lists of a file, not in each of them', async () => {
  const list = Buffer.concat([head(8 * 11, 'moov'), ...Array.from({ length: 10 }, () => head(8, 'xxxx'))]);
  await writeFile(path, Buffer.concat(Array.from({ length: 10 }, () => list)));
  const countIn = async (most: number) => {
    const file = await open(path);
    const boxes = new Mp4Boxes(file, most);
    let count = 0;
    try {
      for await (const box of boxes.children(await boxes.root()))
        for await (const _ of boxes.children(box)) count += 1;
    } finally {
      await file.close();
    }
    return count;
  };
  expect(await countIn(110)).toBe(100);
  await expect(countIn(109)).rejects.toThrow(RangeError);
});

test('boxes are found by their path, and read no further than their file', async () => {
  const film = mp4Head();
  await writeFile(path, film);
  const file = await open(path);
  try {
    const boxes = new Mp4Boxes(file);
    const root = await boxes.root();
    const codecs = await boxes.table(
      (await boxes.find(root, 'moov', 'trak', 'mdia', 'minf', 'stbl')) ?? root,
      'stsd',
    );
    expect(codecs?.toString('latin1', 12, 16)).toBe('avc1');
    expect(await boxes.find(root, 'moov', 'udta')).toBeUndefined();
    await expect(boxes.read(film.length - 3, 4)).rejects.toThrow(RangeError);
  } finally {
    await file.close();
  }
  expect(await readMp4Tracks(path)).toEqual([
    { handler: 'vide', codec: 'avc1', width: 1280, height: 720 },
    { handler: 'soun', codec: 'mp4a', width: 0, height: 0 },
  ]);
  // A `tkhd` box without room for its matrix.
  await writeFile(path, Buffer.concat([head(24, 'moov'), head(16, 'trak'), head(8, 'tkhd')]));
  expect(await readMp4Tracks(path)).toBeNull();
});
