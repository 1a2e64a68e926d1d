import { writingsAt } from '#features/catalogue/server/writing/writings.ts';
import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import type { Comparison, FieldComparison, Subject } from '../contract/schemas.ts';
import { missingFiles } from './missing-files.ts';
import { isItem, presentState } from './present-state.ts';
import { changesAfter, latestEntry } from './read-changes.ts';
import { type Past, type State, walkBack } from './walk-back.ts';

const FILE_GONE = 'Its file is no longer kept.';

/** Compares the present with the state after an entry. Throws 404 for an item that does not exist. */
export async function compareVersion(db: Db, subject: Subject, version: number): Promise<Comparison> {
  const { state: now } = await presentState(db, subject);
  if (now === null && isItem(subject.type)) throw notFound(`This ${subject.type} does not exist any more.`);
  const past = walkBack(now, await changesAfter(db, subject, version));
  const fields = Object.keys(now ?? past.state ?? {});
  const changed = differingFields(now, past);
  const gone = await missingFiles(db, past.state, changed);
  const words = await wordsOf(db, [past.state, now]);
  return {
    latest: (await latestEntry(db, subject))?.id ?? 0,
    changed: changed.map((field): FieldComparison => {
      const old = past.state?.[field] ?? null;
      const present = now?.[field] ?? null;
      return {
        field,
        old,
        now: present,
        oldWords: words(field, old),
        nowWords: words(field, present),
        lost: past.lost.get(field) ?? (gone.has(field) ? FILE_GONE : null),
      };
    }),
    unchanged: fields.filter((field) => !changed.includes(field)),
  };
}

/** Lists the fields whose values differ, or whose earlier values are lost. */
function differingFields(now: State, { state, lost }: Past): string[] {
  // A setting exists or not as a whole, which its value shows.
  if (now === null || state === null) return now === state ? [] : ['value'];
  return Object.keys(now).filter(
    (field) => lost.has(field) || JSON.stringify(now[field]) !== JSON.stringify(state[field]),
  );
}

/** Reads texts for values in states: titles of oceans and waves, and sources of written texts. */
async function wordsOf(db: Db, states: readonly State[]) {
  const values = (field: string) => states.map((state) => state?.[field] ?? null);
  const titles = {
    oceanId: await titlesOf(db, 'oceans', values('oceanId')),
    waveId: await titlesOf(db, 'waves', values('waveId')),
  };
  const writings = await writingsAt(
    db,
    values('mediaUrl').map((value) => (typeof value === 'string' ? value : null)),
  );
  return (field: string, value: unknown): string | null => {
    if (field === 'oceanId' || field === 'waveId') return titles[field].get(Number(value)) ?? null;
    return field === 'mediaUrl' ? (writings.get(String(value))?.source ?? null) : null;
  };
}

async function titlesOf(db: Db, table: 'oceans' | 'waves', values: readonly unknown[]) {
  const ids = values.filter((value): value is number => typeof value === 'number');
  if (ids.length === 0) return new Map<number, string>();
  const rows = await db
    .selectFrom(table)
    .select(['id', 'title'])
    .where(isOneOf(db, 'id', ids))
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}
