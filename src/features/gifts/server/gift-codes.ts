import { randomInt } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Author } from '#features/audit-log/server/change.ts';
import { recordChange } from '#features/audit-log/server/record-change.ts';
import { caseless } from '#platform/database/caseless.ts';
import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { LEASE } from '#platform/mail/mail-sender.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { instant, instantOrNull } from '#platform/text/instants.ts';
import type { listGiftCodes as List } from '../contract/endpoints.ts';
import type { NewGiftCode } from '../contract/form-schemas.ts';
import type { GiftCode } from '../contract/schemas.ts';
import { CODE_LENGTH, CODE_LETTERS, normalizeCode, writeCode } from '../shared/gift-code.ts';
import { invitationMails, rescheduleInvitations } from './invitation-mail.ts';

/** Limit of redemptions per code in the list. */
const MAX_REDEMPTIONS = 20;

type Row = Selectable<Tables['gift_codes']> & { username: string | null };

const codes = (db: Db) =>
  db
    .selectFrom('gift_codes')
    .leftJoin('users', 'users.id', 'gift_codes.created_by')
    .selectAll('gift_codes')
    .select('users.username');

/** Reads a page of codes, newest first, and the cursor of the next page. */
export async function listGiftCodes(
  db: Db,
  { limit, cursor }: z.output<typeof List.query>,
): Promise<{ gifts: GiftCode[]; next: number | undefined }> {
  const rows = await codes(db)
    .$if(cursor !== undefined, (query) => query.where('gift_codes.id', '<', cursor as number))
    .orderBy('gift_codes.id', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  return {
    gifts: await withRedemptions(db, shown),
    next: rows.length > limit ? shown.at(-1)?.id : undefined,
  };
}

async function giftCode(db: Db, id: number): Promise<GiftCode> {
  const [code] = await withRedemptions(db, await codes(db).where('gift_codes.id', '=', id).execute());
  if (!code) throw notFound('This gift code does not exist.');
  return code;
}

async function withRedemptions(db: Db, rows: readonly Row[]): Promise<GiftCode[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const numbered = db
    .selectFrom('gift_redemptions')
    .select(['code_id', 'user_id', 'redeemed_at', 'id'])
    .select(sql<number>`row_number() over (partition by code_id order by id desc)`.as('number'))
    .where(isOneOf(db, 'code_id', ids));
  const redemptions = await db
    .selectFrom(numbered.as('redemption'))
    .leftJoin('users', 'users.id', 'redemption.user_id')
    .select(['redemption.code_id', 'redemption.user_id', 'redemption.redeemed_at', 'users.username'])
    .where('redemption.number', '<=', MAX_REDEMPTIONS)
    .orderBy('redemption.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    months: row.months,
    uses: row.uses,
    used: row.used,
    endsAt: instant(row.ends_at),
    invited: row.invited,
    createdAt: instant(row.created_at),
    createdBy: row.username,
    withdrawnAt: instantOrNull(row.withdrawn_at),
    redemptions: redemptions
      .filter(({ code_id }) => code_id === row.id)
      .map(({ user_id, username, redeemed_at }) => ({
        userId: user_id,
        name: username,
        at: instant(redeemed_at),
      })),
  }));
}

const madeUpLetters = () =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');

/**
 * Creates a code with an entry in the audit log, and queues an invitation to each address. The log contains
 * the code's word, but never its letters. The caller must wake the mail sender afterwards.
 */
export async function createGiftCode(
  db: Db,
  author: Author,
  { word, months, uses, endsAt, invitations, key }: NewGiftCode,
  publicUrl: string,
): Promise<GiftCode> {
  const code = writeCode(word, madeUpLetters());
  const addresses = new Map(invitations.map((email) => [caseless(email), email]));
  const ends = Date.parse(endsAt);
  await db.transaction().execute(async (transaction) => {
    const made = await transaction
      .insertInto('gift_codes')
      .values({
        code,
        code_key: normalizeCode(code),
        request_key: key,
        months,
        uses,
        ends_at: ends,
        invited: addresses.size,
        created_by: author.userId,
        created_at: Date.now(),
      })
      .onConflict((conflict) => conflict.column('request_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) return;
    const invitation = await invitationMails(transaction, { publicUrl, code, months, endsAt });
    for (const to of addresses.values()) await queueMail(transaction, invitation(to));
    await recordChange(transaction, {
      ...author,
      action: 'created',
      itemType: 'gift-code',
      itemId: String(made.id),
      title: titleOf({ id: made.id, months, uses, code }),
      details: { months, uses, endsAt, invited: addresses.size },
    });
  });
  const { id } = await db
    .selectFrom('gift_codes')
    .select('id')
    .where('request_key', '=', key)
    .executeTakeFirstOrThrow();
  return giftCode(db, id);
}

/** Describes a code by its word (without its secret letters), its number in the list, and its terms. */
const titleOf = ({ id, months, uses, code }: Pick<Row, 'id' | 'months' | 'uses' | 'code'>) =>
  [
    ...code.split('-').slice(0, -2),
    `number ${id}`,
    `${months} ${months === 1 ? 'month' : 'months'} for ${uses}`,
  ].join(', ');

/**
 * Withdraws or restores a code, with an entry in the audit log if that changes anything. Unsent invitations
 * wait while it is withdrawn, because their code would be useless. After a restoration they wait for the
 * lease of a mail that is being sent at this moment, so that nobody gets two.
 */
export async function changeGiftCode(
  db: Db,
  author: Author,
  id: number,
  isWithdrawn: boolean,
): Promise<GiftCode> {
  const now = Date.now();
  await db.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable('gift_codes')
      .set({ withdrawn_at: isWithdrawn ? now : null })
      .where('id', '=', id)
      .where('withdrawn_at', isWithdrawn ? 'is' : 'is not', null)
      .returning(['id', 'months', 'uses', 'code', 'ends_at'])
      .executeTakeFirst();
    if (!changed) return;
    await rescheduleInvitations(transaction, changed.code, isWithdrawn ? changed.ends_at : now + LEASE);
    await recordChange(transaction, {
      ...author,
      action: isWithdrawn ? 'deleted' : 'restored',
      itemType: 'gift-code',
      itemId: String(id),
      title: titleOf(changed),
    });
  });
  return giftCode(db, id);
}
