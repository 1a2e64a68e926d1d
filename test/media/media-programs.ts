import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findMediaPrograms, type MediaPrograms } from '#features/uploads/server/ffmpeg/programs.ts';

/**
 * Finds ffmpeg, which the global setup installed where possible. Undefined without ffmpeg: tests that need it
 * are skipped, and the setup has printed so. Its processes run at normal priority, because at low priority
 * each run would wait ten seconds beside tests that use all processors.
 */
export function mediaPrograms(): MediaPrograms | undefined {
  const found = findMediaPrograms(process.env.FFMPEG);
  return found && { ...found, yielding: undefined };
}

/** Makes a film or a sound with ffmpeg, in the folder. Returns its content. */
export async function makeSample(
  { ffmpeg }: MediaPrograms,
  folder: string,
  name: string,
  ...args: string[]
): Promise<Buffer> {
  const path = join(folder, name);
  await promisify(execFile)(ffmpeg, ['-v', 'error', '-y', ...args, path]);
  return readFile(path);
}

/** Returns ffmpeg's arguments for a picture of that size and a tone, for that many seconds. */
export const picture = (size: string, rate = 30, seconds = 1) => [
  ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`],
];
export const tone = (seconds = 1) => ['-f', 'lavfi', '-i', `sine=f=440:d=${seconds}`];

/** Returns the tags, colors and rotation of a file as ffprobe's text. */
export async function described({ ffprobe }: MediaPrograms, path: string): Promise<string> {
  const entries = 'format_tags:stream_tags:stream_side_data:stream=color_transfer,color_primaries';
  const args = ['-v', 'error', '-of', 'json', '-show_entries', entries, path];
  return (await promisify(execFile)(ffprobe, args)).stdout;
}
