import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { described, makeSample, mediaPrograms, picture, tone } from '#test/media/media-programs.ts';
import { removeMetadata } from './remove-metadata.ts';
import { webmMetadata } from './webm-metadata.ts';

/* Files written by ffmpeg. Skipped without it; test/media/media-setup.ts installs it. */

const programs = mediaPrograms();
// The database plays no part here, so one engine is enough.
const withFfmpeg = test.skipIf(!programs || process.env.TEST_ENGINE !== 'sqlite');
const its = programs as NonNullable<typeof programs>;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stillwater-metadata-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const NOTES = {
  title: 'Kitchen, before work',
  artist: 'Maren Holt',
  date: '2024-05-06',
  comment: 'shot on iPhone 15',
  location: '+51.5074-000.1278/',
  creation_time: '2024-05-06T07:08:09Z',
};
const ALL = Object.entries(NOTES).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]);
const FOUND = /Kitchen|Maren|2024|iPhone|51\.5074/;

/** Computes checksums of the coded pictures and sounds, one for each track. */
async function content(path: string, tracks: string[] = ['0']): Promise<string> {
  const maps = tracks.flatMap((track) => ['-map', track]);
  const args = ['-v', 'error', '-i', path, ...maps, '-c', 'copy', '-f', 'streamhash', '-'];
  return (await promisify(execFile)(its.ffmpeg, args)).stdout;
}

const film = [...picture('160x90', 25), ...tone(), '-t', '1'];
const X264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
const SAMPLES: [name: string, ...args: string[]][] = [
  ['film.mp4', ...film, ...X264, ...ALL, '-movflags', 'use_metadata_tags'],
  ['streamed.mp4', ...film, ...X264, ...ALL, '-movflags', 'frag_keyframe+empty_moov'],
  ['sound.m4a', ...tone(), '-t', '1', '-c:a', 'aac', ...ALL],
  ['film.webm', ...film, '-c:v', 'libvpx', '-c:a', 'libopus', ...ALL],
  ['live.webm', ...film, '-c:v', 'libvpx', '-c:a', 'libopus', ...ALL, '-live', '1'],
  ['sound.mp3', ...tone(), '-t', '1', ...ALL, '-write_id3v1', '1'],
  ['opus.ogg', ...tone(), '-t', '1', '-c:a', 'libopus', ...ALL],
  ['vorbis.ogg', ...tone(), '-t', '1', '-c:a', 'libvorbis', ...ALL],
  ['flac.ogg', ...tone(), '-t', '1', '-c:a', 'flac', ...ALL],
  ['sound.flac', ...tone(), '-t', '1', ...ALL],
  ['sound.wav', ...tone(), '-t', '1', ...ALL, '-write_bext', '1'],
];

withFfmpeg.each(SAMPLES)('%s loses its notes, and nothing that is seen or heard', async (name, ...args) => {
  const path = join(folder, name);
  await makeSample(its, folder, name, ...args);
  const before = await content(path);
  const { length } = await readFile(path);
  expect(await described(its, path)).toMatch(FOUND);
  expect((await readFile(path)).toString('latin1')).toMatch(FOUND);

  expect(await removeMetadata(path, extname(name).slice(1))).toBe(true);
  expect(await described(its, path)).not.toMatch(FOUND);
  expect((await readFile(path)).toString('latin1')).not.toMatch(FOUND);
  expect(await content(path)).toBe(before);
  expect((await readFile(path)).length).toBe(length);
  // A second pass finds nothing to remove.
  expect(await removeMetadata(path, extname(name).slice(1))).toBe(false);
});

withFfmpeg('a track of locations is removed with its samples', async () => {
  const words = join(folder, 'locations.srt');
  await writeFile(words, '1\n00:00:00,000 --> 00:00:01,000\n51.5074, -0.1278\n');
  const inputs = [...picture('160x90', 25), ...tone(), '-i', words];
  const maps = ['-map', '0', '-map', '1', '-map', '2'];
  await makeSample(its, folder, 'tracks.mp4', ...inputs, '-t', '1', ...maps, ...X264, '-c:s', 'mov_text');
  const path = join(folder, 'tracks.mp4');
  const before = await content(path, ['0:0', '0:1']);
  expect(await described(its, path)).toContain('SubtitleHandler');
  expect(await removeMetadata(path, 'mp4')).toBe(true);
  expect(await described(its, path)).not.toContain('SubtitleHandler');
  expect((await readFile(path)).toString('latin1')).not.toContain('51.5074');
  expect(await content(path)).toBe(before);
});

test('an APE tag after the sound becomes empty', async () => {
  const sound = Buffer.alloc(2000, 0xaa);
  const item = Buffer.concat([
    Buffer.from([11, 0, 0, 0, 0, 0, 0, 0]),
    Buffer.from('Artist\0Maren Holt ', 'latin1'),
  ]);
  const footer = Buffer.alloc(32);
  footer.write('APETAGEX', 'latin1');
  footer.writeUInt32LE(2000, 8);
  footer.writeUInt32LE(item.length + footer.length, 12);
  footer.writeUInt32LE(1, 16);
  const path = join(folder, 'ape.mp3');
  await writeFile(path, Buffer.concat([sound, item, footer]));
  expect(await removeMetadata(path, 'mp3')).toBe(true);
  const after = await readFile(path);
  expect(after.subarray(0, sound.length).equals(sound)).toBe(true);
  expect(after.toString('latin1')).not.toContain('Maren');
  expect(after.toString('latin1', after.length - 32, after.length - 24)).toBe('APETAGEX');
  footer.writeUInt32LE(5000, 12);
  await writeFile(path, Buffer.concat([sound, item, footer]));
  await expect(removeMetadata(path, 'mp3')).rejects.toThrow('damaged');
});

withFfmpeg('a file that is cut off or made to mislead is refused', async () => {
  await makeSample(its, folder, 'whole.mp4', ...film, ...X264, '-movflags', '+faststart');
  const whole = await readFile(join(folder, 'whole.mp4'));
  const bad = join(folder, 'bad.mp4');
  const refused = () => expect(removeMetadata(bad, 'mp4')).rejects.toThrow('damaged or incomplete');
  await writeFile(bad, whole.subarray(0, whole.length - 100));
  await refused();
  // A chain of boxes in boxes.
  const nested = Buffer.alloc(8 * 5000);
  for (let at = 0; at < nested.length; at += 8) {
    nested.writeUInt32BE(nested.length - at, at);
    nested.write('moov', at + 4, 'latin1');
  }
  await writeFile(bad, nested);
  await refused();
  await copyFile(join(folder, 'whole.mp4'), bad);
  expect(await removeMetadata(bad, 'mp4')).toBe(true);
});

test('a FLAC of more blocks than any recording has is refused', async () => {
  const path = join(folder, 'blocks.flac');
  const blocks = (count: number) =>
    writeFile(
      path,
      Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(4 * count), Buffer.from([0x81, 0, 0, 0])]),
    );
  await blocks(100);
  expect(await removeMetadata(path, 'flac')).toBe(false);
  await blocks(20_000);
  await expect(removeMetadata(path, 'flac')).rejects.toThrow('damaged');
});

test('tracks that are made to keep their reader busy are refused', async () => {
  const path = join(folder, 'tracks-of-text.mp4');
  const refused = () => expect(removeMetadata(path, 'mp4')).rejects.toThrow('damaged');
  const withTracks = async (count: number) => {
    const moov = (at: number) =>
      box('moov', ...Array.from({ length: count }, () => textTrack(numbers(0, 1, at), 1_500)));
    const at = moov(0).length + 8;
    await writeFile(path, Buffer.concat([moov(at), box('mdat', Buffer.alloc(2_000, 'x'))]));
  };
  await withTracks(1);
  expect(await removeMetadata(path, 'mp4')).toBe(true);
  // Each track claims all bytes of the file as its samples.
  await withTracks(3);
  await refused();
  const chunks = 1_000_001;
  const table = Buffer.concat([numbers(0, chunks), Buffer.alloc(4 * chunks)]);
  await writeFile(path, box('moov', textTrack(table, 0)));
  await refused();
});

test('elements of a WebM are counted over all lists of the file, not in each of them', async () => {
  const path = join(folder, 'lists.webm');
  // Segments of ten empty elements each.
  const segment = Buffer.concat([
    Buffer.from([0x18, 0x53, 0x80, 0x67, 0x94]),
    Buffer.alloc(20, '\xec\x80', 'latin1'),
  ]);
  await writeFile(path, Buffer.concat(Array(10).fill(segment)));
  const readAll = async (most: number) => {
    const file = await open(path);
    try {
      for await (const _ of webmMetadata(file, most));
    } finally {
      await file.close();
    }
  };
  await readAll(110);
  await expect(readAll(109)).rejects.toThrow(RangeError);
});

function box(type: string, ...content: Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0));
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...content]);
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
}

/** A track of subtitles with one sample in each of its chunks. */
function textTrack(offsets: Buffer, length: number): Buffer {
  const tables = box(
    'stbl',
    box('stco', offsets),
    box('stsc', numbers(0, 1, 1, 1, 1)),
    box('stsz', numbers(0, length, 1)),
  );
  const handler = box('hdlr', numbers(0, 0), Buffer.from('text'), Buffer.alloc(13));
  return box('trak', box('mdia', handler, box('minf', tables)));
}
