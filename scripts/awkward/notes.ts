import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onPath } from '#test/browsers/install.ts';
import { type Administrator, call } from './outcomes.ts';

const run = promisify(execFile);
/** The location, device and dates that the files were made with, and what ffprobe calls such notes. */
const NOTE =
  /.*(?:51\.50|iPhone|2024[:-]|creation_time|TAG:(?:location|date|title|artist|comment)|com\.apple).*/i;
/** Fields of exiftool for a location, device, date or person; a date of zeros is none. */
const NAMES = 'GPS|Location|Make|Model|Software|Artist|Author|Title|Comment|Date|Serial|Owner';
const FIELD = new RegExp(`^\\[[^\\]]*\\]\\s+\\S*(?:${NAMES})\\S*\\s*:(?! 0000:00:00 ).*\\S`, 'im');

/** Finds what a served file still tells of its recording, by ffprobe and, where it is there, exiftool. */
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
