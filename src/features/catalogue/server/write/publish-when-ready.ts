import { recordChanges } from '#features/audit-log/server/record-change.ts';
import type { Db } from '#platform/database/open.ts';
import { TABLE_OF } from '#platform/database/tables.ts';
import type { CatalogueTransaction } from '#platform/database/version/change-catalogue.ts';
import type { ItemType } from '../../contract/kinds.ts';
import { describeInstant } from '../../shared/plan-words.ts';
import { findMusts } from '../check/find-musts.ts';
import type { Rows } from '../items/levels.ts';

/** When a draft goes live, as in its row. */
export type Publication = Pick<Rows[ItemType], 'publish_at' | 'publish_stopped_at'>;

type Draft = Rows[ItemType];

/** Returns the drafts whose film or sound is being prepared, which must be published only afterwards. */
export async function waitingDrafts<T extends Pick<Draft, 'media_url'>>(
  db: Db,
  drafts: readonly T[],
): Promise<T[]> {
  const musts = await findMusts(
    db,
    drafts.map(({ media_url }) => media_url),
  );
  return drafts.filter(({ media_url }) => musts.get(media_url ?? '')?.isUnderway);
}

/** Tells whether an item can be published only when its film or sound is prepared, which is underway. */
export async function waitsForMedium(db: Db, mediaUrl: string | null): Promise<boolean> {
  return (await waitingDrafts(db, [{ media_url: mediaUrl }])).length > 0;
}

/** Tells whether a draft waits already. A request that is sent again after a lost response plans nothing. */
export const isWaiting = ({ publish_at, publish_stopped_at }: Publication): boolean =>
  publish_at !== null && publish_at <= Date.now() && publish_stopped_at === null;

/**
 * Plans drafts for now. The schedule publishes each as soon as its film or sound is prepared. Leaves out
 * those that wait already. Returns the ids of their entries in the audit log, for an undo.
 */
export function publishWhenReady(
  db: CatalogueTransaction,
  userId: number | null,
  type: ItemType,
  drafts: readonly Draft[],
): Promise<number[]> {
  const to = { publish_at: Date.now(), publish_stopped_at: null };
  const planned = drafts.filter((row) => !isWaiting(row)).map((row) => ({ row, to }));
  return setPublications(db, userId, type, planned);
}

export interface PublicationChange {
  row: Draft;
  to: Publication;
  /** More details for the audit log. */
  details?: Record<string, unknown>;
}

/** Changes when drafts go live. Returns the ids of their entries in the audit log, for an undo. */
export async function setPublications(
  db: CatalogueTransaction,
  userId: number | null,
  type: ItemType,
  changes: readonly PublicationChange[],
): Promise<number[]> {
  for (const { row, to } of changes)
    await db
      .updateTable(TABLE_OF[type])
      .set((eb) => ({ ...to, version: eb('version', '+', 1) }))
      .where('id', '=', row.id)
      .execute();
  return recordChanges(
    db,
    changes.map(({ row, to, details }) => {
      const { publish_at, publish_stopped_at } = row;
      const before = { publish_at, publish_stopped_at };
      return {
        userId,
        action: 'updated',
        itemType: type,
        itemId: String(row.id),
        title: row.title,
        details: {
          ...details,
          before: { publishAt: inWords(before) },
          after: { publishAt: inWords(to) },
          // Details for an undo.
          publication: { before, after: to },
          ...(row.published_at === null ? { isNew: true } : {}),
        },
      };
    }),
  );
}

function inWords(publication: Publication): string | null {
  const { publish_at } = publication;
  if (publish_at === null) return null;
  if (isWaiting(publication)) return 'as soon as its medium is prepared';
  return describeInstant(publish_at, 'UTC', Date.now());
}
