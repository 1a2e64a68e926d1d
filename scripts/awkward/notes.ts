import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onPath } from '#test/browsers/install.ts';
import { type Administrator, call } from './outcomes.ts';

const run = promisify(execFile);
/** Location, device and dates with which the files were made, and ffprobe's names of such metadata. */
const NOTE =
  /.*(?:51\.50|iPhone|2024[:-]|creation_time|TAG:(?:location|date|title|artist|comment)|com\.apple).*/i;
/** exiftool's fields for a location, device, date or person. A date of zeros counts as none. */
const NAMES = 'GPS|Location|Make|Model|Software|Artist|Author|Title|Comment|Date|Serial|Owner';
const FIELD = new RegExp(`^\\[[^\\]]*\\]\\s+\\S*(?:${NAMES})\\S*\\s*:(?! 0000:00:00 ).*\\S`, 'im');

/** Finds metadata about the recording in a served file, by ffprobe and, if installed, exiftool. */
export async function findNotes(
  ffprobe: string,
  admin: Administrator,
  address: string,
): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'stillwater-notes-'));
  try {
    const path = join(folder, 'served');
    await writeFile(path, Buffer.from(await (await call(admin, 'GET', address)).arrayBuffer()));
    const probe = await run(ffprobe, ['-v', 'error', '-show_format', '-show_streams', path]);
    const exiftool = onPath('exiftool').find(existsSync);
    const details = exiftool
      ? await run(exiftool, ['-a', '-s', '-G1', '--System:all', '--File:all', path], { maxBuffer: 2 ** 24 })
      : { stdout: '' };
    return NOTE.exec(probe.stdout)?.[0] ?? NOTE.exec(details.stdout)?.[0] ?? FIELD.exec(details.stdout)?.[0];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
