import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, statfsSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { CannotRun } from './report.ts';

/* Mounts a file system of few megabytes that can be filled. */

export function mountSmallDisk(folder: string, megabytes: number): void {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
    encoding: 'utf8',
  });
  if (mounted.status === 0) return;
  throw new CannotRun(
    `A small file system could not be mounted: ${mounted.stderr?.trim() || mounted.error?.message}\n` +
      'Start this as root, or on Linux in a namespace of its own: unshare --map-root-user --mount npm ' +
      'run faults -- disk',
  );
}

/**
 * Fills the disk of a file until `leave` bytes are free. Repeats, because the site frees some space
 * meanwhile.
 */
export function fillDisk(file: string, leave = 0): void {
  const handle = openSync(file, existsSync(file) ? 'a' : 'w');
  try {
    for (let size = 1 << 20; size >= 512; ) {
      const { bavail, bsize } = statfsSync(dirname(file));
      if (leave > 0 && bavail * bsize - size < leave) {
        size /= 2;
        continue;
      }
      try {
        writeSync(handle, Buffer.alloc(size));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size /= 2;
      }
    }
  } finally {
    closeSync(handle);
  }
}
