import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { prepareQuery } from '#platform/database/prepare-query.ts';

const findChoices = prepareQuery((db, { userId }: { userId: number }) =>
  db.selectFrom('progress_choices').select(['remembers', 'forgotten_at']).where('user_id', '=', userId),
);

/** A member's settings; without a row the defaults. */
export async function choicesOf(
  db: Db,
  userId: number,
): Promise<{ remembers: boolean; forgottenAt: number }> {
  const [row] = await findChoices(db, { userId });
  return { remembers: row === undefined || toBoolean(row.remembers), forgottenAt: row?.forgotten_at ?? 0 };
}
