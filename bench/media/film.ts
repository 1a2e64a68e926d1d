import { execFile } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { MediaPrograms } from '#features/uploads/server/ffmpeg/programs.ts';
import type { Sent } from '../process/site.ts';

const run = promisify(execFile);

/** Length of a smoke test's film, in seconds. */
const QUICK = 4;
export const SECONDS = 60;

/** Makes a film like a phone's: HEVC, 1920x1080, 30 frames and about 8 Mbit a second, moving, with sound. */
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

/** Returns the same film with other bytes, so that the site prepares it again. */
export async function copyOf({ ffmpeg }: MediaPrograms, film: string, round: number): Promise<Blob> {
  const path = film.replace('.mov', `-${round}.mov`);
  const named = ['-c', 'copy', '-tag:v', 'hvc1', '-metadata', `title=Round ${round}`];
  await run(ffmpeg, ['-v', 'error', '-y', '-i', film, '-map', '0', ...named, path]);
  return openAsBlob(path);
}

/**
 * Bytes per ms of a fast connection (100 Mbit/s). Without this limit the sender would use one of the site's
 * processors.
 */
const LINE = 12_500;

/** Returns a form with a film, sent at the speed of an owner's connection. */
export function overALine(film: Blob): Sent {
  const form = new FormData();
  form.append('file', film, 'film.mov');
  const { body, headers } = new Response(form);
  const begun = performance.now();
  let sent = 0;
  const slowed = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      sent += chunk.length;
      await sleep(Math.max(0, begun + sent / LINE - performance.now()));
      controller.enqueue(chunk);
    },
  });
  if (!body) throw new Error('The form has no content.');
  return { stream: body.pipeThrough(slowed), type: headers.get('content-type') ?? '' };
}
