import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { prepareLookup } from '#platform/database/prepare-query.ts';

const findChoices = prepareLookup('bigint', (db, hasKey) =>
  db
    .selectFrom('progress_choices')
    .select(['user_id as key', 'remembers', 'forgotten_at'])
    .where(hasKey('user_id')),
);

/** Reads a member's settings, with defaults. */
export async function choicesOf(
  db: Db,
  userId: number,
): Promise<{ remembers: boolean; forgottenAt: number }> {
  const [row] = await findChoices(db, userId);
  return { remembers: row === undefined || toBoolean(row.remembers), forgottenAt: row?.forgotten_at ?? 0 };
}
