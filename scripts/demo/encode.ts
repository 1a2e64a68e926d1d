/** Encodes frames and samples to files with ffmpeg, one encoder at a time and at low priority. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wav } from './sound.ts';

const FPS = 15;
const AUDIO = ['-c:a', 'aac', '-b:a', '24k', '-ac', '1'];

/** Runs `work` with a temporary folder. */
async function scratch<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'stillwater-'));
  try {
    return await work(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** H.264 and AAC in MP4: a keyframe every two seconds, index first. */
export async function film(
  file: string,
  w: number,
  h: number,
  seconds: number,
  frame: (t: number) => Uint8Array,
  sound: Float32Array,
  crf = 33,
): Promise<void> {
  await scratch(async (dir) => {
    const audio = join(dir, 'sound.wav');
    const out = join(dir, 'film.mp4');
    writeFileSync(audio, wav(sound));
    const args = [
      '-n',
      '10',
      'ffmpeg',
      '-v',
      'error',
      '-y',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-s',
      `${w}x${h}`,
      '-r',
      String(FPS),
      '-i',
      'pipe:0',
      '-i',
      audio,
      '-vf',
      'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p',
      '-c:v',
      'libx264',
      '-preset',
      'veryslow',
      '-profile:v',
      'high',
      '-crf',
      String(crf),
      '-maxrate',
      '58k',
      '-bufsize',
      '220k',
      '-g',
      String(FPS * 2),
      '-keyint_min',
      String(FPS),
      '-x264-params',
      'aq-mode=3:bframes=8:psy-rd=0.3,0:deblock=1,1:threads=1',
      '-colorspace',
      'bt709',
      '-color_primaries',
      'bt709',
      '-color_trc',
      'bt709',
      '-color_range',
      'tv',
      ...AUDIO,
      '-map_metadata',
      '-1',
      '-fflags',
      '+bitexact',
      '-flags:v',
      '+bitexact',
      '-flags:a',
      '+bitexact',
      '-movflags',
      '+faststart',
      '-t',
      String(seconds),
      out,
    ];
    const ff = spawn('nice', args, { stdio: ['pipe', 'inherit', 'inherit'] });
    const done = once(ff, 'close');
    for (let n = 0; n < seconds * FPS; n++) {
      if (!ff.stdin.write(Buffer.from(frame(n / FPS)))) await Promise.race([once(ff.stdin, 'drain'), done]);
      if (ff.exitCode !== null) break;
    }
    ff.stdin.end();
    const [code] = await done;
    if (code !== 0) throw new Error(`ffmpeg ended with ${code} on ${file}`);
    move(out, file);
  });
}

/** AAC in M4A. */
export async function audio(file: string, sound: Float32Array, rate = '40k'): Promise<void> {
  await scratch(async (dir) => {
    const src = join(dir, 'sound.wav');
    const out = join(dir, 'sound.m4a');
    writeFileSync(src, wav(sound));
    const run = spawnSync(
      'nice',
      [
        '-n',
        '10',
        'ffmpeg',
        '-v',
        'error',
        '-y',
        '-i',
        src,
        '-c:a',
        'aac',
        '-b:a',
        rate,
        '-ac',
        '1',
        '-map_metadata',
        '-1',
        '-fflags',
        '+bitexact',
        '-flags:a',
        '+bitexact',
        '-movflags',
        '+faststart',
        out,
      ],
      { stdio: 'inherit' },
    );
    if (run.status !== 0) throw new Error(`ffmpeg ended with ${run.status} on ${file}`);
    move(out, file);
  });
}

/** Moves a file. Copies it beside its target first, so that the target is never partial. */
function move(from: string, to: string): void {
  const near = `${to}.part`;
  spawnSync('cp', [from, near]);
  renameSync(near, to);
}
