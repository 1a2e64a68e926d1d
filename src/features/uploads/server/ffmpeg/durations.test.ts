import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSample, mediaPrograms, picture, tone } from '#test/media/media-programs.ts';
import { makeMedia } from './make-media.ts';
import { probe } from './probe.ts';

/* Files that say another duration than what is made of them. Without ffmpeg they are skipped. */

const programs = mediaPrograms();
const isSqlite = process.env.TEST_ENGINE === 'sqlite';
// Nothing here depends on the database: once is enough.
const withFfmpeg = test.skipIf(!programs || !isSqlite);
const its = programs as NonNullable<typeof programs>;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stillwater-durations-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Makes a sample, and what readers get of it. Returns the durations of both. */
async function durations(name: string, ...args: string[]) {
  await makeSample(its, folder, name, ...args);
  const source = join(folder, name);
  const pathOf = (side: number | null) => join(folder, `${name}-made-${side}`);
  const [made] = await makeMedia({ programs: its, source, pathOf });
  const [before, after] = [await probe(its, source), await probe(its, made?.path ?? '')];
  return [before.duration, after.duration && Math.round(after.duration)];
}

withFfmpeg.each([
  ['stream.aac', ['-c:a', 'aac']],
  ['stream.mp3', ['-c:a', 'libmp3lame', '-q:a', '4', '-write_xing', '0']],
])('a whole recording without an index and with a quiet beginning is taken: %s', async (name, codec) => {
  const parts = [
    '-f',
    'lavfi',
    '-i',
    'anullsrc=r=44100:cl=mono:d=2',
    '-f',
    'lavfi',
    '-i',
    'anoisesrc=r=44100:d=6',
  ];
  const joined = ['-filter_complex', '[0:a][1:a]concat=n=2:v=0:a=1'];
  expect(await durations(name, ...parts, ...joined, ...codec)).toEqual([null, 8]);
});

withFfmpeg.each(['mp4', 'mkv'])(
  'subtitles or a sound that go on for longer cut no film off: %s',
  async (end) => {
    const cue = join(folder, 'last.srt');
    await writeFile(cue, '1\n00:00:01,000 --> 00:00:20,000\nThank you\n');
    const film = [...picture('160x90', 30, 2), ...tone(2)];
    const further = [...tone(15), '-i', cue, '-map', '0', '-map', '1', '-map', '2', '-map', '3'];
    const codecs = ['-c:a', 'aac', '-c:s', end === 'mp4' ? 'mov_text' : 'srt'];
    expect(await durations(`further.${end}`, ...film, ...further, ...codecs)).toEqual([
      expect.closeTo(2, 1),
      2,
    ]);
  },
);
