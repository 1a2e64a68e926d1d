import { settingByKey } from '#features/settings/server/queries.ts';
import type { Db } from '#platform/database/open.ts';
import { HOUR } from '#platform/text/time-units.ts';
import { durationText } from '../../shared/measures.ts';
import { type HealthCheck, problem } from '../health-check.ts';

/** Waiting time of a film in ms from which no node seems to prepare films. */
const FILM_LATE = 2 * HOUR;
/** Delay of due letters in ms from which it is a problem. */
const LETTERS_LATE = 6 * HOUR;
/**
 * Time since the end of the last sweep's lease, in ms. A sweep begins every ten minutes; its lease lasts
 * nine.
 */
const SWEEP_LATE = HOUR;
/** Maximum rows of waiting jobs to read. */
const MAX_ROWS = 200;

/** Checks background work: films, letters, and the sweep, whose lease shows that nodes do such work. */
export const jobsCheck = (db: Db, startedAt: number): HealthCheck => ({
  about: 'jobs',
  title: 'Jobs',
  async look() {
    const jobs = await readOpenJobs(db);
    const failed = await readFailedJobs(db);
    const now = Date.now();
    const waiting = jobs.filter(({ state }) => state === 'waiting');
    const running = jobs.find(({ state }) => state === 'running');
    const oldest = Math.min(now, ...waiting.map(({ created_at }) => created_at));
    const letters = await readLettersLate(db);
    const sweep = await db
      .selectFrom('leases')
      .select('expires_at')
      .where('name', '=', 'sweep')
      .executeTakeFirst();
    const sweepLate = sweep && now - startedAt > SWEEP_LATE ? now - sweep.expires_at : 0;
    const problems = [
      ...(now - oldest > FILM_LATE ? [filmsLate(waiting.length, now - oldest)] : []),
      ...(failed > 0 ? [filmsFailed(failed)] : []),
      ...(letters > LETTERS_LATE ? [lettersLate(letters)] : []),
      ...(sweepLate > SWEEP_LATE ? [sweepIsLate(sweepLate)] : []),
    ];
    const film = running ? ` A film is at ${running.percent} percent.` : '';
    return {
      problems,
      text: `${waiting.length === 0 ? 'Nothing waits.' : `${count(waiting.length)} waiting.`}${film}`,
    };
  },
});

const count = (rows: number) => (rows < MAX_ROWS ? `${rows}` : `${MAX_ROWS} or more`);
const CONTENT = { label: 'Open the content', href: '/admin/content?tab=droplets' };

const readOpenJobs = (db: Db) =>
  db
    .selectFrom('media_jobs')
    .select(['state', 'percent', 'created_at'])
    .where('state', 'in', ['waiting', 'running'])
    .orderBy('id')
    .limit(MAX_ROWS)
    .execute();

async function readFailedJobs(db: Db): Promise<number> {
  const rows = await db
    .selectFrom('media_jobs')
    .innerJoin('uploads', 'uploads.name', 'media_jobs.upload_name')
    .select('media_jobs.id')
    .where('media_jobs.state', '=', 'failed')
    // The sweep deletes failed jobs of unused uploads.
    .where('uploads.unused_since', 'is', null)
    .limit(MAX_ROWS)
    .execute();
  return rows.length;
}

/** Returns the delay of the oldest due letter, in ms; 0 without one. */
async function readLettersLate(db: Db): Promise<number> {
  if ((await settingByKey(db, 'letter.offered'))?.value === 'off') return 0;
  const due = await db
    .selectFrom('letters')
    .select('next_at')
    .where('next_at', '<=', Date.now())
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst();
  return due?.next_at ? Date.now() - due.next_at : 0;
}

const filmsLate = (waiting: number, ms: number) =>
  problem({
    name: 'jobs-films-late',
    about: 'jobs',
    level: 'advice',
    title: `Jobs: a film waits for ${durationText(ms)}`,
    meaning: `${count(waiting)} in the queue. Their droplets cannot go live yet.`,
    advice: 'Look whether ffmpeg is installed on a node, and whether that node runs.',
    link: CONTENT,
  });

const filmsFailed = (failed: number) =>
  problem({
    name: 'jobs-films-failed',
    about: 'jobs',
    level: 'advice',
    title: failed === 1 ? 'Jobs: a film failed' : `Jobs: ${count(failed)} films failed`,
    meaning: 'Their droplets have nothing to show.',
    advice: 'Open the droplet: it says what is wrong with the file. Choose another file or try again.',
    link: CONTENT,
  });

const lettersLate = (ms: number) =>
  problem({
    name: 'jobs-letters-late',
    about: 'jobs',
    level: 'advice',
    title: `Jobs: letters are ${durationText(ms)} late`,
    meaning: 'More letters are due than may be sent in an hour.',
    advice: 'Ask your mail provider how many it takes, and raise letter.per-hour.',
    link: { label: 'Open the settings', href: '/admin/settings' },
  });

const sweepIsLate = (ms: number) =>
  problem({
    name: 'jobs-sweep-late',
    about: 'jobs',
    level: 'advice',
    title: `Jobs: nothing was tidied for ${durationText(ms)}`,
    meaning: 'Expired links, old mails and unused files stay where they are, and the disk fills.',
    advice: 'Restart the site. If it stays, the log says why.',
  });
