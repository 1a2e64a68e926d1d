import type { AccountExtension } from '#features/accounts/server/account-extension.ts';
import { instant, instantOrNull } from '#platform/text/instants.ts';
import { adoptLetter, letterOf } from './queries.ts';

/**
 * Moves the letters that a visitor asked for to their account, and adds them to the owner's copy of their
 * data.
 */
export const letterAccountExtension: AccountExtension = {
  onSignIn: (db, userId) => adoptLetter(db, userId),
  onEmailProven: (db, userId) => adoptLetter(db, userId),

  async ownData(db, { id }) {
    const row = await letterOf(db, { userId: id });
    if (!row) return {};
    const sent = await db
      .selectFrom('letters_sent')
      .select(['droplet_id', 'at'])
      .where('letter_id', '=', row.id)
      // Rows of deleted droplets stay while the trash contains the droplets.
      .where('droplet_id', 'in', db.selectFrom('droplets').select('id'))
      .orderBy('at')
      .execute();
    return {
      letter: {
        day: row.day,
        hour: row.hour,
        timeZone: row.time_zone,
        frequency: row.frequency,
        pausedUntil: instantOrNull(row.paused_until),
        nextAt: instantOrNull(row.next_at),
        createdAt: instant(row.created_at),
        sent: sent.map(({ droplet_id, at }) => ({ dropletId: droplet_id, at: instant(at) })),
      },
    };
  },
};
