import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { engineOf } from '#platform/database/dialect.ts';
import { appliedMigrations, migrations } from '#platform/database/migrate.ts';
import type { Db } from '#platform/database/open.ts';
import type { Line } from '../../contract/schemas.ts';
import { type HealthCheck, problem } from '../health-check.ts';

/** Time for `ffmpeg -version`, in ms. */
const FFMPEG_TIMEOUT = 1_500;

/** Checks versions: whether a newer program runs on another node. */
export const versionsCheck = (db: Db): HealthCheck => ({
  about: 'versions',
  title: 'Schema',
  async look() {
    const known = Object.keys(migrations);
    const newest = (await appliedMigrations(db)).at(-1) ?? '';
    const isNewer = !known.includes(newest);
    const newer = problem({
      name: 'versions-schema',
      about: 'versions',
      level: 'advice',
      title: 'Versions: the database is newer than this node',
      meaning: `It has ${newest}. An older program serves beside a newer one for a while only.`,
      advice: 'Update this node too.',
    });
    return { problems: isNewer ? [newer] : [], text: 'Database and program fit together.' };
  },
});

/** Reads the versions of the program and its runtime. */
export async function readVersions(
  db: Db,
  program: string,
  ffmpeg: () => Promise<string | null>,
): Promise<Line[]> {
  const isPostgres = engineOf(db) === 'postgres';
  const [{ rows }, applied, films] = await Promise.all([
    isPostgres
      ? sql<{ version: string }>`select current_setting('server_version') as version`.execute(db)
      : sql<{ version: string }>`select sqlite_version() as version`.execute(db),
    appliedMigrations(db),
    ffmpeg(),
  ]);
  const [database = ''] = (rows[0]?.version ?? '').split(' ');
  return [
    { name: 'Stillwater', value: program },
    { name: 'Node', value: process.versions.node },
    { name: 'Database', value: `${isPostgres ? 'PostgreSQL' : 'SQLite'} ${database}` },
    { name: 'Schema', value: applied.at(-1) ?? 'none' },
    { name: 'Films', value: films === null ? 'no ffmpeg: films stay as they come' : `ffmpeg ${films}` },
  ];
}

const run = promisify(execFile);

/** Returns a function that finds the version of ffmpeg once; null without ffmpeg. */
export function ffmpegVersion(path: string | undefined): () => Promise<string | null> {
  let found: Promise<string | null> | undefined;
  return () => {
    if (path === undefined) return Promise.resolve(null);
    found ??= run(path, ['-version'], { timeout: FFMPEG_TIMEOUT }).then(
      ({ stdout }) => /^ffmpeg version (\S{1,40})/.exec(stdout)?.[1] ?? 'of an unknown version',
      () => {
        found = undefined;
        return 'does not start';
      },
    );
    return found;
  };
}
