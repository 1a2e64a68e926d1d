import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { HttpError, notFound } from '#platform/http/serve/errors.ts';
import type { DirectPart } from '../../../contract/resumable-endpoints.ts';
import { PART_BYTES } from '../../../shared/part-bytes.ts';
import { DIRECT_LIFETIME, ORIGINAL_TYPE, type Store } from '../../store.ts';
import { newPartName } from '../parts.ts';
import { expired, partConflict } from '../parts-store.ts';
import {
  announcePart,
  completePart,
  findResumable,
  KEPT_FOR,
  type PartRow,
  type ResumableRow,
} from '../resumable-queries.ts';

/** An upload of an administrator or editor, and the store to which their browser sends its parts. */
export interface DirectUpload {
  db: Db;
  store: Store;
  token: string;
  userId: number;
}

/**
 * Announces the next part of an upload and signs its address. Null when all parts have arrived. Throws 410
 * when the upload is gone, 404 when browsers send nothing to this store.
 */
export async function nextPart(its: DirectUpload): Promise<DirectPart | null> {
  const sign = signerOf(its.store);
  const { token, bytes: total, received: start } = await findOpen(its);
  if (start >= total) return null;
  const bytes = Math.min(PART_BYTES, total - start);
  const name = await announce(its.db, { token, start, bytes });
  return { name, address: await sign(name, bytes), contentType: ORIGINAL_TYPE, offset: start, bytes };
}

/**
 * Appends a part that the store has in its full size. A second report of a part succeeds too, so a lost
 * response does no harm. `status`: the store's response to the browser, for the log. Throws 409 when the part
 * is missing, or another request has appended a different one.
 */
export async function completeStored(
  its: DirectUpload,
  log: FastifyBaseLogger,
  name: string,
  status: number,
): Promise<void> {
  const { db, store } = its;
  signerOf(store);
  await findOpen(its);
  const part = await findPart(its, name);
  if (!part) throw partConflict();
  if (part.is_whole) return;
  // Afterwards the sweep may delete the part.
  if (part.address_expires_at === null || part.address_expires_at <= Date.now()) throw partConflict();
  const size = await store.size(name);
  if (size !== part.bytes) {
    log.warn({ status, bytes: part.bytes, stored: size }, 'a browser could not send a part to the store');
    if (size !== null) await store.remove(name);
    throw new HttpError('part-missing', 'The file store has not received this part. Please try again.');
  }
  if (await completePart(db, part)) return;
  // Two reports of one part raced, and the other one has appended it.
  if ((await findPart(its, name))?.is_whole) return;
  await store.remove(name);
  throw partConflict();
}

/** Returns the store's function that signs addresses. Throws 404 where it has none. */
function signerOf(store: Store): NonNullable<Store['signPut']> {
  if (!store.signPut) throw notFound();
  return store.signPut;
}

async function findOpen({ db, token, userId }: DirectUpload): Promise<ResumableRow> {
  const row = await findResumable(db, token, userId);
  if (!row || row.problem !== null || row.active_at < Date.now() - KEPT_FOR) throw expired();
  return row;
}

const findPart = ({ db, token }: DirectUpload, name: string): Promise<PartRow | undefined> =>
  db
    .selectFrom('resumable_parts')
    .selectAll()
    .where('token', '=', token)
    .where('name', '=', name)
    .executeTakeFirst();

/**
 * Returns the name of a part that a browser may store now. A failed attempt gets the same name again, so an
 * upload never uses more space in the store than its own bytes.
 */
async function announce(db: Db, part: Pick<PartRow, 'token' | 'start' | 'bytes'>): Promise<string> {
  const now = Date.now();
  const address_expires_at = now + DIRECT_LIFETIME;
  const present = await db
    .updateTable('resumable_parts')
    .set({ address_expires_at })
    .where('token', '=', part.token)
    .where('start', '=', part.start)
    .where('bytes', '=', part.bytes)
    .where('is_whole', '=', false)
    .where('address_expires_at', '>', now)
    .returning('name')
    .executeTakeFirst();
  if (present) return present.name;
  const name = newPartName();
  await announcePart(db, { ...part, name, address_expires_at });
  return name;
}
