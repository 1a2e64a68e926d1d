import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { described, makeSample, mediaPrograms, picture, tone } from '#test/media/media-programs.ts';
import { MediaCutOff, makeMedia } from './make-media.ts';
import { probe } from './probe.ts';
import { findMediaPrograms, type MediaPrograms } from './programs.ts';
import { ProgramFailed, runProgram } from './run-program.ts';

/* Tiny files with unusual properties. Skipped without ffmpeg, which test/media/media-setup.ts installs. */

const programs = mediaPrograms();
const isSqlite = process.env.TEST_ENGINE === 'sqlite';
// The database plays no part here, so one engine is enough.
const withFfmpeg = test.skipIf(!programs || !isSqlite);
const its = programs as NonNullable<typeof programs>;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stillwater-media-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const sample = (name: string, ...args: string[]) => makeSample(its, folder, name, ...args);
const make = (name: string) =>
  makeMedia({
    programs: its,
    source: join(folder, name),
    pathOf: (side) => join(folder, `${name}-made-${side}`),
  });

const PHONE = ['-metadata', 'location=+51.5074-000.1278/', '-metadata', 'creation_time=2024-05-06T07:08:09Z'];
const DEVICE = ['-metadata', 'com.apple.quicktime.model=iPhone 15', '-movflags', 'use_metadata_tags'];

withFfmpeg('a phone’s film becomes an upright SDR film without location, device and date', async () => {
  const hlg = 'colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc:log-level=error';
  await sample(
    'flat.mov',
    ...[...picture('480x270', 24), ...tone(), ...PHONE, ...DEVICE, '-c:a', 'aac'],
    ...['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', '-x265-params', hlg],
  );
  const flat = ['-i', join(folder, 'flat.mov'), '-c', 'copy', ...DEVICE];
  // ffmpeg 6 and newer have the option; older versions have the tag.
  await sample('phone.mov', '-display_rotation', '90', ...flat).catch(() =>
    sample('phone.mov', ...flat, '-metadata:s:v', 'rotate=90'),
  );
  expect(await described(its, join(folder, 'phone.mov'))).toMatch(
    /iPhone 15[\s\S]*51\.5074|51\.5074[\s\S]*iPhone/,
  );
  const made = await make('phone.mov');
  expect(made).toEqual([expect.objectContaining({ width: 270, height: 480 })]);
  const text = await described(its, made[0]?.path ?? '');
  expect(text).not.toMatch(/51\.5|iPhone|2024|location|creation_time|rotat|arib|bt2020/i);
  const { video, audio } = await probe(its, made[0]?.path ?? '');
  expect(video).toMatchObject({
    codec: 'h264',
    profile: 'High',
    pixelFormat: 'yuv420p',
    fps: 25,
    isUpright: true,
  });
  expect(audio).toMatchObject({ codec: 'aac', profile: 'LC', sampleRate: 48_000 });
});

withFfmpeg('HDR films that do not say what their colors are become SDR films, too', async () => {
  const hlg = ['-pix_fmt', 'yuv420p10le', '-x265-params', 'transfer=arib-std-b67:log-level=error'];
  await sample('terse.mov', ...picture('160x90'), '-c:v', 'libx265', '-preset', 'ultrafast', ...hlg);
  const [made] = await make('terse.mov');
  expect((await probe(its, made?.path ?? '')).video).toMatchObject({ isHdr: false, pixelFormat: 'yuv420p' });
});

withFfmpeg('a large film gets two sizes; one without sound, or with a variable rate, plays too', async () => {
  await sample(
    'wide.mkv',
    ...[
      ...picture('1280x720', 50),
      '-vf',
      "select='not(mod(n,7))'",
      '-fps_mode',
      'vfr',
      '-preset',
      'ultrafast',
    ],
  );
  const made = await make('wide.mkv');
  expect(made.map(({ width, height }) => [width, height])).toEqual([
    [1280, 720],
    [640, 360],
  ]);
  for (const { path } of made)
    expect(await probe(its, path)).toMatchObject({ audio: null, video: { hasConstantRate: true } });
});

withFfmpeg('slides that stay for long get few frames, and their whole length', async () => {
  await sample('slides.mkv', ...picture('160x90', 0.1, 60));
  const [made] = await make('slides.mkv');
  const { duration, video } = await probe(its, made?.path ?? '');
  expect([Math.round(duration ?? 0), video?.fps]).toEqual([60, 5]);
});

withFfmpeg('pictures that browsers play already are copied, and their notes removed', async () => {
  await sample(
    'ready.mp4',
    ...picture('160x90', 30),
    ...tone(),
    ...PHONE,
    '-pix_fmt',
    'yuv420p',
    '-c:v',
    'libx264',
  );
  const [made] = await make('ready.mp4');
  const frames = (path: string) =>
    promisify(execFile)(its.ffmpeg, ['-v', 'error', '-i', path, '-map', '0:v', '-f', 'md5', '-']);
  expect((await frames(made?.path ?? '')).stdout).toBe((await frames(join(folder, 'ready.mp4'))).stdout);
  expect(await described(its, made?.path ?? '')).not.toMatch(/51\.5|2024|x264 - core/);
});

withFfmpeg(
  'sounds get the same loudness, whatever container they come in; silence stays silent',
  async () => {
    await sample('quiet.wav', ...tone(4), '-af', 'volume=-20dB');
    await sample('silent.mp3', '-f', 'lavfi', '-i', 'anullsrc=d=1');
    const [quiet] = await make('quiet.wav');
    const { errors } = await runProgram(
      its,
      'ffmpeg',
      ['-nostats', '-i', quiet?.path ?? '', '-af', 'ebur128=peak=true', '-f', 'null', '-'],
      { timeout: 60_000 },
    );
    const loudness = Number(/I:\s+(-?[\d.]+) LUFS\s+Threshold/.exec(errors)?.[1]);
    expect(Math.abs(loudness + 16)).toBeLessThan(1);
    expect(Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(errors)?.[1])).toBeLessThan(-1.5);
    expect(await make('silent.mp3')).toEqual([expect.objectContaining({ width: null })]);
  },
);

withFfmpeg('WebM and AVI are read', async () => {
  await sample('a.webm', ...picture('160x90'), ...tone(), '-c:v', 'libvpx', '-c:a', 'libopus');
  await sample('a.avi', ...picture('160x90'), ...tone(), '-c:v', 'mpeg4', '-c:a', 'mp3');
  for (const name of ['a.webm', 'a.avi']) {
    const [made] = await make(name);
    expect(await probe(its, made?.path ?? '')).toMatchObject({
      video: { codec: 'h264' },
      audio: { codec: 'aac' },
    });
  }
});

withFfmpeg('a playlist that names other files is refused, whatever it is called', async () => {
  const other = join(folder, 'secret.wav');
  await sample('secret.wav', ...tone());
  const lists = {
    'hls.mov': `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://${other}\n#EXT-X-ENDLIST\n`,
    'concat.mov': `ffconcat version 1.0\nfile ${other}\n`,
    'sdp.mov': 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=audio 9 RTP/AVP 0\n',
  };
  for (const [name, text] of Object.entries(lists)) {
    await writeFile(join(folder, name), text);
    await expect(probe(its, join(folder, name)), name).rejects.toThrow(ProgramFailed);
  }
});

withFfmpeg('a film that ends in the middle fails and leaves no file', async () => {
  const whole = await sample(
    'whole.mp4',
    ...[...picture('160x90', 30, 4), '-g', '15', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'],
  );
  await writeFile(join(folder, 'cut.mp4'), whole.subarray(0, whole.length / 2));
  await expect(make('cut.mp4')).rejects.toThrow(MediaCutOff);
  expect((await readdir(folder)).filter((name) => name.startsWith('cut.mp4-'))).toEqual([]);
});

/** Field 41 of a process's state on Linux: its scheduling policy. */
const policyOf = async (pid: string) => {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(state.slice(state.lastIndexOf(')') + 2).split(' ')[38]);
};
const SCHED_IDLE = 5;

const yielding = findMediaPrograms(process.env.FFMPEG);
test.skipIf(!yielding?.yielding?.chrt || !isSqlite)(
  'ffmpeg has only the processor time that nobody else wants, and after a while its share',
  async () => {
    const stop = new AbortController();
    const mark = join(folder, 'policy.wav');
    const endless = ['-v', 'error', '-f', 'lavfi', '-i', 'anullsrc', '-metadata', `title=${mark}`];
    const policies = new Set<number>();
    const options = { timeout: 60_000, idleFor: 1000, signal: stop.signal };
    const running = runProgram(yielding as MediaPrograms, 'ffmpeg', [...endless, '-f', 'null', '-'], options);
    const isOurs = async (pid: string) =>
      (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(mark);
    const pids = async () => (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    await expect
      .poll(async () => {
        for (const pid of await pids()) if (await isOurs(pid)) policies.add(await policyOf(pid));
        return policies.has(SCHED_IDLE);
      })
      .toBe(true);
    const [pid = ''] = (
      await Promise.all((await pids()).map(async (id) => ((await isOurs(id)) ? id : '')))
    ).filter(Boolean);
    await expect.poll(() => policyOf(pid), { timeout: 10_000 }).toBe(0);
    stop.abort();
    await expect(running).rejects.toMatchObject({ reason: 'stopped' });
  },
);

withFfmpeg('a program is stopped at its time limit, and by a signal', async () => {
  const endless = ['-v', 'error', '-f', 'lavfi', '-i', 'anullsrc', '-f', 'null', '-'];
  await expect(runProgram(its, 'ffmpeg', endless, { timeout: 300 })).rejects.toMatchObject({
    reason: 'too-long',
  });
  const stop = new AbortController();
  const running = runProgram(its, 'ffmpeg', endless, { timeout: 60_000, signal: stop.signal });
  stop.abort();
  await expect(running).rejects.toMatchObject({ reason: 'stopped' });
});

/**
 * Makes a sample whose stated duration may differ from its content, and prepares it. Returns both durations.
 */
async function durations(name: string, ...args: string[]) {
  await sample(name, ...args);
  const [made] = await make(name);
  const [before, after] = [await probe(its, join(folder, name)), await probe(its, made?.path ?? '')];
  return [before.duration, after.duration && Math.round(after.duration)];
}

withFfmpeg.each([
  ['stream.aac', ['-c:a', 'aac']],
  ['stream.mp3', ['-c:a', 'libmp3lame', '-q:a', '4', '-write_xing', '0']],
])('a whole recording without an index and with a quiet beginning is taken: %s', async (name, codec) => {
  const quiet = ['-f', 'lavfi', '-i', 'anullsrc=r=44100:cl=mono:d=2'];
  const loud = ['-f', 'lavfi', '-i', 'anoisesrc=r=44100:d=6'];
  const joined = ['-filter_complex', '[0:a][1:a]concat=n=2:v=0:a=1'];
  expect(await durations(name, ...quiet, ...loud, ...joined, ...codec)).toEqual([null, 8]);
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
