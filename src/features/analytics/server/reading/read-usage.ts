import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Parent, Totals, Usage } from '../../contract/schemas.ts';
import { MIN_SHOWN, maskCount } from '../../shared/mask-count.ts';
import { dateOf, dayOf } from '../../shared/usage-days.ts';
import { type PeriodQuery, periodOf, type Span } from './period.ts';
import type { PeriodSums } from './period-sums.ts';
import { mostOpenedParents, readReach } from './read-parents.ts';
import { NO_SUMS, type Sums } from './sum-counts.ts';
import { addTallies, emptyTally, maskTally, type Tally } from './tally.ts';
import { timesOf } from './times.ts';

/** Maximum droplets on the screen. The export has all. */
const MAX_DROPLETS = 50;
/** Maximum searches, and maximum hosts, on the screen. */
const MAX_NAMES = 20;

interface UsageQuery extends PeriodQuery {
  parent?: string | undefined;
}

interface Options {
  /** Whether to include numbers of persons, which only administrators see. */
  withPersons: boolean;
  /** Days since 1970-01-01. */
  today?: number;
}

/** Reads the statistics of a period for the screen. Throws 400 for impossible days. */
export async function readUsage(
  db: Db,
  periods: PeriodSums,
  query: UsageQuery,
  { withPersons, today = dayOf(Date.now()) }: Options,
): Promise<Usage> {
  const { period, before } = periodOf(query, today);
  const [now, then] = await Promise.all([
    periods.of(period, today),
    before ? periods.of(before, today) : NO_SUMS,
  ]);
  const opened = new Map(
    [...now.droplets].filter(([, tally]) => tally.opened > 0).map(([id, tally]) => [id, tally.opened]),
  );
  const parents = await mostOpenedParents(db, opened);
  const chosen = query.parent === undefined ? parents[0] : parentOf(query.parent);
  const hosts = new Map([...now.hosts].filter(([host]) => host !== ''));
  return {
    period: toDays(period),
    before: before && toDays(before),
    isEmpty: isEmpty(now, withPersons),
    totals: { now: totalsOf(now, withPersons), before: before && totalsOf(then, withPersons) },
    ...timesOf(period, now.days, before, then.days),
    droplets: await leastFinished(db, now.droplets),
    dropletCount: now.droplets.size,
    parents,
    reach: chosen ? await readReach(db, chosen, opened) : null,
    searches: frequentNames(now.searches, then.searches, before !== null).map(({ name, ...counts }) => ({
      words: name,
      ...counts,
    })),
    hosts: frequentNames(hosts, then.hosts, before !== null).map(({ name, ...counts }) => ({
      host: name,
      ...counts,
    })),
    unnamed: maskCount(now.hosts.get('') ?? 0),
  };
}

const toDays = ({ from, to }: Span) => ({ from: dateOf(from), to: dateOf(to) });

function parentOf(parent: string): Pick<Parent, 'kind' | 'id'> {
  const [kind, id] = parent.split('-') as ['wave' | 'ocean', string];
  return { kind, id: Number(id) };
}

const isEmpty = ({ people, days, hosts, searches }: Sums, withPersons: boolean) =>
  days.size + hosts.size + searches.size === 0 &&
  (!withPersons || people.signups + people.members + people.payers === 0);

/** Sums all items, and adds the numbers of new sign-ups, accounts and subscriptions. */
function totalsOf({ days, people }: Sums, withPersons: boolean): Totals {
  const persons = (count: number) => (withPersons ? maskCount(count) : null);
  return {
    ...maskTally([...days.values()].reduce(addTallies, emptyTally())),
    signups: persons(people.signups),
    members: persons(people.members),
    payers: persons(people.payers),
  };
}

/**
 * Lists droplets by the share of readers who finish, smallest first. Droplets with too few openings are last.
 */
async function leastFinished(db: Db, droplets: ReadonlyMap<number, Tally>): Promise<Usage['droplets']> {
  const share = ({ opened, finished }: Tally) => (opened < MIN_SHOWN ? 2 : finished / opened);
  const ranked = [...droplets]
    .sort(([a, one], [b, other]) => share(one) - share(other) || other.opened - one.opened || a - b)
    .slice(0, MAX_DROPLETS);
  const titles = await titlesOf(
    db,
    ranked.map(([id]) => id),
  );
  return ranked.map(([id, tally]) => ({ id, title: titles.get(id) ?? null, ...maskTally(tally) }));
}

async function titlesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('droplets')
    .select(['id', 'title'])
    .where(isOneOf(db, 'id', ids))
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Returns names counted five times or more, most frequent first. */
const frequentNames = (now: Sums['hosts'], then: Sums['hosts'], compares: boolean) =>
  [...now]
    .filter(([, n]) => n >= MIN_SHOWN)
    .sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1))
    .slice(0, MAX_NAMES)
    .map(([name, n]) => ({
      name,
      now: maskCount(n),
      before: compares ? maskCount(then.get(name) ?? 0) : null,
    }));
