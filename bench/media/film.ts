import { execFile } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { MediaPrograms } from '#features/uploads/server/ffmpeg/programs.ts';

const run = promisify(execFile);

/** Seconds of a smoke test's film. */
const QUICK = 4;
export const SECONDS = 60;

/** Makes a film as a phone does: HEVC, 1920x1080, 30 frames and about 8 Mbit a second, moving, with sound. */
export async function makeHevcFilm(
  { ffmpeg }: MediaPrograms,
  folder: string,
  quick: boolean,
): Promise<string> {
  const seconds = quick ? QUICK : SECONDS;
  const path = join(folder, 'film.mov');
  const picture = `testsrc2=size=1920x1080:rate=30:duration=${seconds},noise=alls=6:allf=t,format=yuv420p`;
  await run(ffmpeg, [
    ...['-v', 'error', '-f', 'lavfi', '-i', picture],
    ...['-f', 'lavfi', '-i', `anoisesrc=color=pink:amplitude=0.2:duration=${seconds}`],
    ...['-c:v', 'libx265', '-preset', 'ultrafast', '-b:v', '8M', '-x265-params', 'log-level=error'],
    ...['-tag:v', 'hvc1', '-c:a', 'aac', '-ac', '2', path],
  ]);
  return path;
}

/** The same film with other bytes, so that the site prepares it anew. */
export async function copyOf({ ffmpeg }: MediaPrograms, film: string, round: number): Promise<Blob> {
  const path = film.replace('.mov', `-${round}.mov`);
  const named = ['-c', 'copy', '-tag:v', 'hvc1', '-metadata', `title=Round ${round}`];
  await run(ffmpeg, ['-v', 'error', '-y', '-i', film, '-map', '0', ...named, path]);
  return openAsBlob(path);
}
