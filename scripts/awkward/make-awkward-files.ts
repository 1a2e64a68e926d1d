import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { MediaPrograms } from '#features/uploads/server/ffmpeg/programs.ts';
import { AWKWARD_FILES, type AwkwardFile } from './awkward-files.ts';

export interface MadeFile extends AwkwardFile {
  path: string;
}

/**
 * Makes the missing files of a folder. Returns all files that could be made, and calls `report` for the
 * others, for which this ffmpeg has no encoder.
 */
export async function makeAwkwardFiles(
  programs: MediaPrograms,
  folder: string,
  report: (line: string) => void,
): Promise<MadeFile[]> {
  await mkdir(folder, { recursive: true });
  const files: MadeFile[] = [];
  for (const file of AWKWARD_FILES) {
    const path = join(folder, file.name);
    try {
      if (!existsSync(path)) await make(programs, folder, file);
      files.push({ ...file, path });
    } catch (error) {
      report(`${file.name} could not be made: ${error instanceof Error ? error.message : error}`);
    }
  }
  return files;
}

async function make({ ffmpeg }: MediaPrograms, folder: string, { name, made }: AwkwardFile): Promise<void> {
  // Renamed when complete, so that a stopped run leaves no partial file.
  const target = join(folder, `making${extname(name)}`);
  if (typeof made === 'function')
    await writeFile(target, await made((other) => readFile(join(folder, other))));
  else
    for (const [index, run] of made.entries()) {
      const isLast = index === made.length - 1;
      const args = ['-v', 'error', '-y', ...run, ...(isLast ? [target] : [])];
      await promisify(execFile)(ffmpeg, args, { cwd: folder });
    }
  await rename(target, join(folder, name));
  for (const first of ['FIRST.mov', 'FIRST.png']) await rm(join(folder, first), { force: true });
}
