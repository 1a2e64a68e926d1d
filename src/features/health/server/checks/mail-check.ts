import { mailWarning } from '#features/warnings/server/queries.ts';
import type { Db } from '#platform/database/open.ts';
import { findMailOutage, LATE, type MailOutage } from '#platform/mail/mail-outage.ts';
import { GIVEN_UP } from '#platform/mail/mail-sender.ts';
import { shorten } from '#platform/text/shorten.ts';
import { DAY, WEEK } from '#platform/text/time-units.ts';
import type { Health } from '../../contract/schemas.ts';
import { durationText } from '../../shared/measures.ts';
import { type HealthCheck, problem } from '../health-check.ts';

/** Name of the problem that mail fails. It cannot be reported by mail. */
export const MAIL_FAILS = 'mail-waiting';

/** Maximum rows of waiting, sent and refused mails to read. */
const MAX_ROWS = 500;
/** Maximum sent mails of a day to count by domain, the latest first. */
const MAX_SENT = 5_000;

const NO_SERVER =
  'No mail server is set, so nobody gets a mail: they are stored in the folder “outbox”. ' +
  'Set SMTP_URL to send them.';

/** Checks mails: whether the mail server accepts them, and which domains refuse them. */
export const mailCheck = (db: Db, hasServer: boolean): HealthCheck => ({
  about: 'mail',
  title: 'Mail',
  async look() {
    const waiting = await readWaiting(db);
    const refused = await readRefused(db);
    const outage = await findMailOutage(db);
    const stuck = outage ? [outageProblem(outage, waiting.length)] : retriedProblem(waiting);
    const domains = byDomain(refused).map(({ domain, warnings, why }) =>
      problem({
        name: `mail-refused ${domain}`,
        about: 'mail',
        level: 'advice',
        title: `Mail: ${warnings.length} refused at ${domain}`,
        meaning: `${why}. These mails are not sent again.`,
        advice: 'Look whether the addresses are right. Then dismiss them.',
        warnings,
      }),
    );
    if (!hasServer) return { problems: [...stuck, ...domains], text: NO_SERVER };
    const text = waiting.length === 0 ? 'No mail waits, none was refused.' : 'Mails leave as they should.';
    return { problems: [...stuck, ...domains], text };
  },
});

const outageProblem = ({ since, error }: MailOutage, waiting: number) =>
  problem({
    name: MAIL_FAILS,
    about: 'mail',
    level: 'serious',
    title: `Mail: nothing leaves for ${durationText(Date.now() - since)}`,
    meaning:
      `${many(waiting, 'mail')} ${waiting === 1 ? 'waits' : 'wait'}; sign-in links do, too. ` +
      `The mail server’s last words: ${shortened(error)}`,
    advice:
      'Check SMTP_URL and the account at your mail provider. On the server, ' +
      '“npm run admin -- mail-check ADDRESS” prints what the mail server answers.',
  });

/** Returns the problem of mails that fail repeatedly while others are sent. */
function retriedProblem(waiting: Awaited<ReturnType<typeof readWaiting>>) {
  const retried = waiting.filter(
    ({ last_error, created_at }) => last_error !== null && created_at < Date.now() - LATE,
  );
  if (retried.length === 0) return [];
  return [
    problem({
      name: 'mail-retried',
      about: 'mail',
      level: 'advice',
      title: `Mail: ${many(retried.length, 'mail')} refused for now`,
      meaning: `Others leave. The mail server’s last words: ${shortened(retried[0]?.last_error ?? '')}`,
      advice: 'They are tried again for four days. Look whether the addresses are right.',
    }),
  ];
}

const many = (count: number, noun: string) =>
  `${count >= MAX_ROWS ? `More than ${MAX_ROWS - 1}` : count} ${noun}${count === 1 ? '' : 's'}`;

/** Reads waiting mails except bulk, because letters wait for hours by design. */
const readWaiting = (db: Db) =>
  db
    .selectFrom('mails')
    .select(['created_at', 'last_error'])
    .where('sent_at', 'is', null)
    .where('is_bulk', '=', false as boolean)
    .where('next_attempt_at', '<', GIVEN_UP)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(MAX_ROWS)
    .execute();

/** Reads failed mails of the last seven days: one index lookup for bulk, one for the others. */
async function readRefused(db: Db) {
  const lists = await Promise.all(
    [false, true].map((isBulk) =>
      db
        .selectFrom('mails')
        .select(['id', 'recipient', 'subject', 'last_error', 'created_at'])
        .where('sent_at', 'is', null)
        .where('is_bulk', '=', isBulk)
        .where('next_attempt_at', '=', GIVEN_UP)
        .orderBy('id', 'desc')
        .limit(MAX_ROWS)
        .execute(),
    ),
  );
  return lists.flat().filter(({ created_at }) => created_at > Date.now() - WEEK);
}

type Refused = Awaited<ReturnType<typeof readRefused>>[number];

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/**
 * Counts the sent mails of the last day by domain, because one refusal among many mails matters little. Older
 * ones are deleted (`sweepMails`).
 */
async function countSent(db: Db): Promise<(domain: string) => string> {
  const rows = await db
    .selectFrom('mails')
    .select('recipient')
    .where('sent_at', '>', Date.now() - DAY)
    .orderBy('sent_at', 'desc')
    .limit(MAX_SENT)
    .execute();
  const counts = new Map<string, number>();
  for (const { recipient } of rows) {
    const domain = domainOf(recipient);
    counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  const more = rows.length === MAX_SENT ? ' or more' : '';
  return (domain) => `${counts.get(domain) ?? 0}${more}`;
}

/** Groups refusals by the recipient's domain, most first. */
function byDomain(refused: readonly Refused[]) {
  const domains = new Map<string, Refused[]>();
  for (const mail of refused) {
    const domain = domainOf(mail.recipient);
    domains.set(domain, [...(domains.get(domain) ?? []), mail]);
  }
  return [...domains]
    .sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .map(([domain, mails]) => ({
      domain,
      why: shortened(mails[0]?.last_error ?? 'The mail server gave no reason'),
      warnings: mails.map(mailWarning),
    }));
}

/** Returns the first line of the mail server's response, without the error's name. */
const shortened = (error: string) => {
  const [line = ''] = error.replace(/^Error: /, '').split('\n');
  return shorten(line, 160);
};

/** Reads the section about mail: waiting and sent mails, and refusing domains. */
export async function readMail(db: Db): Promise<Health['mail']> {
  const [waiting, refused, sent] = await Promise.all([
    readWaiting(db),
    readRefused(db),
    db
      .selectFrom('mails')
      .select('id')
      .where('sent_at', '>', Date.now() - DAY)
      .limit(MAX_ROWS)
      .execute(),
  ]);
  const sentTo = refused.length === 0 ? () => '0' : await countSent(db);
  const oldest = Math.min(...waiting.map(({ created_at }) => created_at));
  const count = (rows: readonly unknown[]) =>
    rows.length < MAX_ROWS ? String(rows.length) : `${MAX_ROWS} or more`;
  return {
    lines: [
      {
        name: 'Waiting',
        value:
          waiting.length === 0
            ? 'None'
            : `${count(waiting)}, the oldest for ${durationText(Date.now() - oldest)}`,
      },
      { name: 'Sent in a day', value: count(sent) },
    ],
    domains: byDomain(refused)
      .slice(0, 10)
      .map(({ domain, warnings, why }) => ({ domain, refused: warnings.length, sent: sentTo(domain), why })),
  };
}
