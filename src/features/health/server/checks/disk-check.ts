import { access, constants, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { RefusedChanges } from '#platform/http/serve/refused-changes.ts';
import { MINUTE } from '#platform/text/time-units.ts';
import { durationText, sizeText } from '../../shared/measures.ts';
import { type HealthCheck, problem } from '../health-check.ts';

const GB = 1000 ** 3;
/** Free space below both limits is a problem, because a film or a backup may fill the disk at once. */
const SCARCE = { bytes: 10 * GB, share: 0.1 };
/** Free space below both limits is serious, because the database stops on a full disk. */
const CRITICAL = { bytes: 1 * GB, share: 0.03 };

/** Time in ms for which a change that the database refused is a problem. */
const RECENT = 10 * MINUTE;

/** Space of the disk with the data, in bytes. Zero on mounts that do not report sizes. */
interface DiskSpace {
  free: number;
  total: number;
}

/**
 * Checks this node's disk: its space, and whether it is writable. `folders`: data and uploads. The disk of a
 * database on another machine shows by the changes that it refuses.
 */
export const diskCheck = (
  folders: readonly string[],
  refused = new RefusedChanges(),
  readSpace = spaceOf,
  isWritable = canWrite,
): HealthCheck => ({
  about: 'disk',
  title: 'Disk',
  async look() {
    const [data = '.'] = folders;
    const { free, total } = await readSpace(data);
    const share = total > 0 ? free / total : 1;
    const isBelow = (limit: typeof SCARCE) => total > 0 && free < limit.bytes && share < limit.share;
    const space = `${Math.round(share * 100)} percent free, ${sizeText(free)}`;
    const fixed: string[] = [];
    for (const folder of folders) if (!(await isWritable(folder))) fixed.push(folder);
    const problems = [
      ...refusals(refused),
      ...(isBelow(SCARCE)
        ? [
            problem({
              name: 'disk-full',
              about: 'disk',
              level: isBelow(CRITICAL) ? 'serious' : 'advice',
              title: `Disk: ${space}`,
              meaning: 'When it is full, uploads are refused first, then nobody can sign in or pay.',
              advice: 'Delete old backups and copies on this disk, or make it larger.',
            }),
          ]
        : []),
      ...(fixed.length > 0
        ? [
            problem({
              name: 'disk-read-only',
              about: 'disk',
              level: 'serious',
              title: 'Disk: files cannot be written',
              meaning: `The site may only read in ${fixed.join(' and ')}. Uploads fail.`,
              advice: 'Look whether the disk has errors, and whether the site’s user owns the folder.',
            }),
          ]
        : []),
    ];
    return { problems, text: total > 0 ? `${space}.` : 'It can be written.' };
  },
});

function refusals({ last }: RefusedChanges) {
  if (!last || Date.now() - last.at > RECENT) return [];
  const isFull = last.why === 'full';
  return [
    problem({
      name: isFull ? 'disk-database-full' : 'disk-database-read-only',
      about: 'disk',
      level: 'serious',
      title: isFull ? 'Disk: the database had no space' : 'Disk: the database could only be read',
      meaning:
        `It refused a change ${durationText(Date.now() - last.at)} ago. While it does, nobody can sign in ` +
        `or pay. This note ends ten minutes after the last refusal. The database’s words: ` +
        last.reason.slice(0, 200),
      advice: isFull
        ? 'Free space on the disk of the database, which may be on another machine. Then changes work again.'
        : 'Look whether DATABASE_URL leads to a replica, and whether the disk of the database has errors.',
    }),
  ];
}

async function spaceOf(folder: string): Promise<DiskSpace> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch (error) {
    // A missing folder will be on its parent's disk.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return spaceOf(dirname(folder));
  }
}

/** Tells whether a folder is writable. A missing folder is made with the first file. */
async function canWrite(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  );
}
