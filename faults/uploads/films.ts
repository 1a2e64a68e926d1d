import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findMediaPrograms, type MediaPrograms } from '#features/uploads/server/ffmpeg/programs.ts';
import { CannotRun } from '../report.ts';

const SECONDS = 5;
const RATE = 30;
/** Tolerated loss of frames and seconds at the ends of a film. */
const LOST_FRAMES = 3;
const LOST_SECONDS = 0.3;

const run = promisify(execFile);

export function programsOrExplain(): MediaPrograms {
  const programs = findMediaPrograms();
  if (programs) return programs;
  throw new CannotRun('This needs ffmpeg and ffprobe on the PATH.');
}

/** Makes a film of several upload parts that takes seconds to prepare. Its noise makes it large. */
export async function makeFilm({ ffmpeg }: MediaPrograms, folder: string): Promise<Buffer> {
  const path = join(folder, 'film.mov');
  const picture = `testsrc2=size=1280x720:rate=${RATE}:duration=${SECONDS},noise=alls=30:allf=t`;
  await run(ffmpeg, [
    ...['-v', 'error', '-f', 'lavfi', '-i', picture],
    ...['-f', 'lavfi', '-i', `sine=frequency=440:duration=${SECONDS}`],
    ...['-c:v', 'mpeg4', '-b:v', '36M', '-c:a', 'aac', path],
  ]);
  return readFile(path);
}

/**
 * Returns the same film with other bytes, so that the site prepares it again: adds a `free` box at its end.
 */
export function anotherCopy(film: Buffer): Buffer {
  const box = Buffer.concat([Buffer.alloc(4), Buffer.from('free'), randomBytes(16)]);
  box.writeUInt32BE(box.length);
  return Buffer.concat([film, box]);
}

interface Probed {
  streams: { codec_type: string; codec_name: string; nb_read_packets?: string; height?: number }[];
  format: { duration: string };
}

/** Returns the reason why a served file does not play in full; undefined when it does. */
export async function flawOf(
  { ffprobe }: MediaPrograms,
  folder: string,
  served: Buffer,
  side: number,
): Promise<string | undefined> {
  const path = join(folder, 'served.mp4');
  await writeFile(path, served);
  const options = ['-v', 'error', '-of', 'json', '-count_packets', '-show_format', '-show_streams'];
  try {
    const { stdout } = await run(ffprobe, [...options, path]);
    const { streams, format } = JSON.parse(stdout) as Probed;
    const video = streams.find((stream) => stream.codec_type === 'video');
    const audio = streams.find((stream) => stream.codec_type === 'audio');
    if (video?.codec_name !== 'h264' || audio?.codec_name !== 'aac') return 'it is not H.264 with AAC';
    if (video.height !== side) return `it has ${video.height} lines, not ${side}`;
    if (Number(video.nb_read_packets) < SECONDS * RATE - LOST_FRAMES)
      return `it has ${video.nb_read_packets} frames`;
    if (Math.abs(Number(format.duration) - SECONDS) > LOST_SECONDS) return `it lasts ${format.duration} s`;
    return undefined;
  } catch (error) {
    return `ffprobe cannot read it: ${(error as Error).message.slice(0, 200)}`;
  }
}
