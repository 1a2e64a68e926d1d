import { sql } from 'kysely';
import { engineOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { MINUTE } from '#platform/text/time-units.ts';
import { durationText } from '../../shared/measures.ts';
import { type HealthCheck, problem } from '../health-check.ts';

/** Deviation of the clock in ms from which codes of a second factor are refused. */
const WRONG = MINUTE;

/** Part of the payment provider that the check uses. */
interface ProviderWithClock {
  /** Lead of this machine's clock in ms; undefined while unknown. */
  readonly clockAhead?: number | undefined;
}

/** Compares this machine's clock with those of PostgreSQL and of the payment provider's last response. */
export const clockCheck = (db: Db, provider?: ProviderWithClock, now = Date.now): HealthCheck => ({
  about: 'clock',
  title: 'Clock',
  async look() {
    const others = [
      { name: 'the database', ahead: await aheadOfDatabase(db, now) },
      { name: 'the payment provider', ahead: provider?.clockAhead },
    ].flatMap(({ name, ahead }) => (ahead === undefined ? [] : { name, ahead }));
    const text =
      others.length === 0
        ? 'There is no other clock to compare it with.'
        : `It agrees with ${others.map(({ name }) => name).join(' and ')}.`;
    const wrong = others.find(({ ahead }) => Math.abs(ahead) > WRONG);
    return { problems: wrong ? [isWrong(wrong.name, wrong.ahead)] : [], text };
  },
});

async function aheadOfDatabase(db: Db, now: () => number): Promise<number | undefined> {
  // SQLite uses this machine's clock.
  if (engineOf(db) === 'sqlite') return undefined;
  const { rows } = await sql<{ at: string }>`
    select extract(epoch from clock_timestamp()) * 1000 as at`.execute(db);
  return now() - Number(rows[0]?.at);
}

const isWrong = (name: string, ahead: number) =>
  problem({
    name: 'clock-wrong',
    about: 'clock',
    level: 'serious',
    title: `Clock: ${durationText(Math.abs(ahead))} ${ahead > 0 ? 'ahead' : 'behind'}`,
    meaning:
      `This machine’s clock differs from that of ${name}. Codes of an app are refused, links end too early ` +
      'or too late, and items go live at the wrong time.',
    advice: 'Set the clocks by the network: on Debian, “timedatectl set-ntp true”. Then look again.',
  });
