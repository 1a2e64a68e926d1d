import { setImmediate as nextTurn } from 'node:timers/promises';
import { readCsvStream } from '#platform/csv/csv-stream.ts';
import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { MAX_IMPORT_BYTES } from '../contract/calls.ts';
import { removeImport } from './queries.ts';
import { type Member, memberReader, type Refusal } from './read-members.ts';

/** Members per insert. */
const BATCH = 500;
/** Maximum stored problems. Further ones are only counted. */
const MAX_PROBLEMS = 200;
const MAX_LINES = 200_000;

const refuseFile = (message: string) =>
  new HttpError('file-refused', message, { issues: [{ path: 'file', message }] });

/** Throws 413 as soon as the stream exceeds the limit of an import. */
async function* limited(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of bytes) {
    received += chunk.length;
    if (received > MAX_IMPORT_BYTES)
      throw new HttpError(
        'too-large',
        `This file is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB. Split it into smaller files.`,
      );
    yield chunk;
  }
}

/**
 * Checks a file of members while it arrives, and stores them for an import, without other effects. Returns
 * the import's id. Throws 400 and 413, and then stores nothing.
 */
export async function checkMembers(
  db: Db,
  bytes: AsyncIterable<Uint8Array>,
  { fileName, userId }: { fileName: string; userId: number },
): Promise<number> {
  const now = Date.now();
  const { id } = await db
    .insertInto('member_imports')
    // Marked as discarded until the end of the check, so that the sweep deletes an interrupted check.
    .values({ file_name: fileName, state: 'discarded', created_by: userId, created_at: now, problems: '[]' })
    .returning('id')
    .executeTakeFirstOrThrow();
  try {
    const check = await storeMembers(db, id, limited(bytes), now);
    await db
      .updateTable('member_imports')
      .set({ ...check, problems: JSON.stringify(check.problems), state: 'checked' })
      .where('id', '=', id)
      .execute();
    return id;
  } catch (error) {
    await removeImport(db, id);
    throw error;
  }
}

interface Check {
  members: number;
  fresh: number;
  with_plan: number;
  refused: number;
  problems: Refusal[];
}

async function storeMembers(
  db: Db,
  id: number,
  bytes: AsyncIterable<Uint8Array>,
  now: number,
): Promise<Check> {
  const check: Check = { members: 0, fresh: 0, with_plan: 0, refused: 0, problems: [] };
  const refuse = (refusal: Refusal) => {
    check.refused += 1;
    if (check.problems.length < MAX_PROBLEMS) check.problems.push(refusal);
  };
  let read: ReturnType<typeof memberReader> | undefined;
  let batch: Member[] = [];
  let lines = 0;
  const store = async () => {
    if (batch.length === 0) return;
    await storeBatch(db, id, batch, check, refuse);
    batch = [];
    // Lets other requests run between batches.
    await nextTurn();
  };
  for await (const row of readCsvStream(bytes)) {
    if (!read) {
      read = memberReader(row.cells, now);
      continue;
    }
    lines += 1;
    if (lines > MAX_LINES)
      throw refuseFile(
        `There are more than ${MAX_LINES.toLocaleString('en')} members. Split the file into smaller ones.`,
      );
    const member = read(row);
    if ('message' in member) refuse(member);
    else batch.push(member);
    if (batch.length === BATCH) await store();
  }
  await store();
  if (!read) throw refuseFile('This file is empty.');
  if (lines === 0) throw refuseFile('This file has a heading and no members.');
  check.problems.sort((a, b) => a.line - b.line);
  return check;
}

async function storeBatch(
  db: Db,
  id: number,
  batch: readonly Member[],
  check: Check,
  refuse: (refusal: Refusal) => void,
): Promise<void> {
  const rows = await db
    .insertInto('member_import_rows')
    .values(
      batch.map(({ line, email, emailKey, joinedAt, hasPlan }) => ({
        import_id: id,
        line,
        email,
        email_key: emailKey,
        joined_at: joinedAt,
        has_plan: hasPlan,
      })),
    )
    .onConflict((conflict) => conflict.columns(['email_key', 'import_id']).doNothing())
    .returning(['line'])
    .execute();
  const stored = new Set(rows.map(({ line }) => line));
  const members = batch.filter(({ line }) => stored.has(line));
  for (const { line } of batch)
    if (!stored.has(line)) refuse({ line, message: 'This address is in an earlier line too' });
  const known = await knownAddresses(
    db,
    members.map(({ emailKey }) => emailKey),
  );
  check.members += members.length;
  check.with_plan += members.filter(({ hasPlan }) => hasPlan).length;
  check.fresh += members.filter(({ emailKey }) => !known.has(emailKey)).length;
}

/** Finds addresses of known persons: with a sign-up, or verified by an account. */
async function knownAddresses(db: Db, emailKeys: readonly string[]): Promise<Set<string>> {
  if (emailKeys.length === 0) return new Set();
  const rows = await db
    .selectFrom('email_signups')
    .select('email_key')
    .where(isOneOf(db, 'email_key', emailKeys))
    .unionAll(
      db
        .selectFrom('users')
        .select((eb) => eb.ref('email_key').$notNull().as('email_key'))
        .where(isOneOf(db, 'email_key', emailKeys))
        .where('email_verified_at', 'is not', null),
    )
    .execute();
  return new Set(rows.map(({ email_key }) => email_key));
}
