import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Place, Totals, Usage } from '../../contract/schemas.ts';
import { LEAST_SHOWN, maskCount } from '../../shared/mask-count.ts';
import { dateOf, dayOf } from '../../shared/usage-days.ts';
import { countPeople, type People } from './count-people.ts';
import { type PeriodQuery, periodOf, type Span } from './period.ts';
import type { PeriodSums, Sums } from './period-sums.ts';
import { mostOpenedPlaces, readReach } from './read-places.ts';
import { emptyTally, maskTally, type Tally, tallyBy } from './tally.ts';
import { timesOf } from './times.ts';

/** Droplets, searches and hosts on the screen. The table for spreadsheets has all droplets. */
const MAX_DROPLETS = 50;
const MAX_NAMES = 20;

interface UsageQuery extends PeriodQuery {
  place?: string | undefined;
}

const NO_SUMS: Sums = { items: [], days: [], hosts: [], searches: [] };

/** Reads what the screen shows of a period. Throws 400 for impossible days. */
export async function readUsage(
  db: Db,
  periods: PeriodSums,
  query: UsageQuery,
  today = dayOf(Date.now()),
): Promise<Usage> {
  const { period, before } = periodOf(query, today);
  const [now, then, people, peopleThen] = await Promise.all([
    periods.of(period, today),
    before ? periods.of(before, today) : NO_SUMS,
    countPeople(db, period),
    before && countPeople(db, before),
  ]);
  const droplets = tallyBy(
    now.items.filter(({ item_type }) => item_type === 'droplet'),
    (row) => row.item_id,
  );
  const opened = new Map(
    [...droplets].filter(([, tally]) => tally.opened > 0).map(([id, tally]) => [id, tally.opened]),
  );
  const places = await mostOpenedPlaces(db, opened);
  const chosen = query.place === undefined ? places[0] : placeOf(query.place);
  const isEmpty =
    [now.items, now.hosts, now.searches].every(({ length }) => length === 0) &&
    Object.values(people).every((count) => count === 0);
  return {
    period: toDays(period),
    before: before && toDays(before),
    isEmpty,
    totals: { now: totalsOf(now, people), before: peopleThen && totalsOf(then, peopleThen) },
    ...timesOf(period, now, before, then),
    droplets: await leastFinished(db, droplets),
    dropletCount: droplets.size,
    places,
    reach: chosen ? await readReach(db, chosen, opened) : null,
    searches: frequentNames(now.searches, then.searches, before !== null).map(({ name, ...counts }) => ({
      words: name,
      ...counts,
    })),
    hosts: frequentNames(
      now.hosts.filter(({ name }) => name !== ''),
      then.hosts,
      before !== null,
    ).map(({ name, ...counts }) => ({ host: name, ...counts })),
    unnamed: maskCount(now.hosts.find(({ name }) => name === '')?.n ?? 0),
  };
}

const toDays = ({ from, to }: Span) => ({ from: dateOf(from), to: dateOf(to) });

function placeOf(place: string): Pick<Place, 'kind' | 'id'> {
  const [kind, id] = place.split('-') as ['wave' | 'ocean', string];
  return { kind, id: Number(id) };
}

/** All items together, with those who signed up, became members, and paid for the first time. */
function totalsOf({ days }: Sums, { signups, members, payers }: People): Totals {
  const all = tallyBy(days, () => 'all').get('all') ?? emptyTally();
  return {
    ...maskTally(all),
    signups: maskCount(signups),
    members: maskCount(members),
    payers: maskCount(payers),
  };
}

/** The droplets that fewest of their readers finish first, those that too few opened last. */
async function leastFinished(db: Db, droplets: ReadonlyMap<number, Tally>): Promise<Usage['droplets']> {
  const share = ({ opened, finished }: Tally) => (opened < LEAST_SHOWN ? 2 : finished / opened);
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

/** Names that were counted five times or more, the most frequent first. */
function frequentNames(now: Sums['hosts'], then: Sums['hosts'], compares: boolean) {
  const before = new Map(then.map(({ name, n }) => [name, n]));
  return now
    .filter(({ n }) => n >= LEAST_SHOWN)
    .sort((a, b) => b.n - a.n || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_NAMES)
    .map(({ name, n }) => ({
      name,
      now: maskCount(n),
      before: compares ? maskCount(before.get(name) ?? 0) : null,
    }));
}
