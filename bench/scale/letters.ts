import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadDemo } from '#features/catalogue/server/transfer/demo.ts';
import { LetterJob } from '#features/letter/server/letter-job.ts';
import { migrate } from '#platform/database/migrate.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { sharedKeys } from '#platform/database/secrets.ts';
import { MailLinks } from '#platform/mail/mail-links.ts';
import { MailSender } from '#platform/mail/mail-sender.ts';
import { newDataDir, removeDataDir } from '#test/site-process.ts';
import type { Options } from '../groups.ts';
import { withCleanup } from '../process/cleanup.ts';
import { say } from '../process/progress.ts';
import { figure, type Table } from '../report/table.ts';

const DEMO_FILE = join(import.meta.dirname, '../../demo/catalogue.json');
/** Pause between two rounds of the job, in ms. */
const PAUSE = 500;
const quiet = { warn: () => {} };

/**
 * Sends due letters while job and mail sender are repeatedly stopped and started, and counts each person's
 * letters.
 */
export const measure = ({ quick }: Options): Promise<Table[]> => measureLetters(quick ? 500 : 100_000);

/** Runs {@link measure} with a number of people. */
function measureLetters(people: number): Promise<Table[]> {
  return withCleanup(async (later) => {
    const folder = await newDataDir();
    later(() => removeDataDir(folder));
    const database = await openDatabase(`sqlite:${join(folder, 'letters.db')}`);
    later(() => database.close());
    say(`${people} letters: inserting them`);
    await fill(database, people);
    say(`${people} letters: sending`);
    const { letters, starts, memory, ms } = await sendAll(database, people / 10);
    const counts = [...letters.values()];
    return [
      {
        title: `${people} due letters, stopped and started ${starts} times`,
        columns: ['', 'measured'],
        rows: [
          ['people with a letter', figure(letters.size)],
          ['people with two', figure(counts.filter((count) => count > 1).length, { limit: { atMost: 0 } })],
          ['people without one', figure(people - letters.size, { limit: { atMost: 0 } })],
          [
            'heap after the last tenth, times that after the first',
            figure(memory, { digits: 2, limit: { atMost: 1.5 } }),
          ],
          ['letters in a second', figure((people / ms) * 1000)],
        ],
      },
    ];
  });
}

/** Inserts people with due letters. */
async function fill({ db }: Database, people: number): Promise<void> {
  await migrate(db);
  await loadDemo(db, DEMO_FILE);
  const category = 'general';
  const limit = { key: 'letter.per-hour', value: '999999', category, description: null, updated_at: 0 };
  await db.insertInto('settings').values(limit).execute();
  const created_at = 1;
  const schedule = { day: 1, hour: 7, time_zone: 'Europe/Berlin', frequency: 'weekly', next_at: 1 } as const;
  for (let from = 1; from <= people; from += 500) {
    const ids = Array.from({ length: Math.min(500, people - from + 1) }, (_, index) => from + index);
    const signups = ids.map((id) => {
      const email = `reader-${id}@example.org`;
      return { id, email, email_key: email, source: 'landing', has_access: true, created_at };
    });
    await db.insertInto('email_signups').values(signups).execute();
    await db
      .insertInto('letters')
      .values(
        ids.map((id) => ({ ...schedule, user_id: null, signup_id: id, paused_until: null, created_at })),
      )
      .execute();
  }
}

/** Sends all due letters. Restarts job and mail sender after each `part` letters. */
async function sendAll({ db }: Database, part: number) {
  const letters = new Map<string, number>();
  const heaps: number[] = [];
  let starts = 0;
  let total = 0;
  const links = new MailLinks(await sharedKeys(db, 'letter'), 'letter');
  const begin = performance.now();
  for (let isOver = false; !isOver; starts += 1) {
    const until = total + part;
    const ended = Promise.withResolvers<void>();
    const sender = new MailSender(
      db,
      async ({ to }) => {
        letters.set(to, (letters.get(to) ?? 0) + 1);
        total += 1;
        if (total === until) ended.resolve();
      },
      quiet,
    );
    const job = new LetterJob({ db, links, publicUrl: () => 'https://still.example' }, quiet, () =>
      sender.wake(),
    );
    const queueing = (async () => {
      while (total < until && ((await job.queueDue()) > 0 || (await countWaiting(db)) > 0)) {
        sender.wake();
        await Promise.race([ended.promise, sleep(PAUSE)]);
      }
      isOver = total < until;
      ended.resolve();
    })();
    await ended.promise;
    // Both are stopped while they work. Queued and unsent letters wait for the next start.
    await Promise.all([job.stop(), sender.stop(), queueing]);
    globalThis.gc?.();
    heaps.push(process.memoryUsage().heapUsed);
  }
  const [first = 1, ...others] = heaps;
  return { letters, starts, memory: (others.at(-1) ?? first) / first, ms: performance.now() - begin };
}

async function countWaiting(db: Database['db']): Promise<number> {
  const { waiting } = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow();
  return waiting;
}
