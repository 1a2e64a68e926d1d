import { text } from 'node:stream/consumers';
import { indexSpokenWords, reindexChangedAccess } from '#features/catalogue/server/search/spoken-words.ts';
import { wordsOf } from '#features/catalogue/server/search/words.ts';
import type { Db } from '#platform/database/open.ts';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { plainCueText } from '#platform/text/captions/cue-text.ts';
import { parseWebVtt } from '#platform/text/captions/parse-webvtt.ts';
import { UPLOADS_PREFIX } from '../../shared/upload-address.ts';
import type { Store } from '../store.ts';

/** Limit of indexed words per file. An hour of speech has about 2,000 different words. */
const MAX_WORDS = 4000;
const AT_ONCE = 100;

/** Returns the different words of a WebVTT file in the form that the search compares, separated by spaces. */
export function spokenWordsOf(file: string): string {
  const cues = parseWebVtt(file) ?? [];
  const words = new Set(cues.flatMap((cue) => wordsOf(plainCueText(cue.text))));
  return [...words].slice(0, MAX_WORDS).join(' ');
}

/**
 * Indexes captions that an earlier version of the program stored, and the droplets that have them. Then
 * repairs rows that nodes of that version changed meanwhile. Returns the number of files read.
 */
export async function sweepSpokenWords(db: Db, { store }: { store: Store }): Promise<number> {
  let read = 0;
  for (;;) {
    const unread = await db
      .selectFrom('uploads')
      .select(['id', 'hash', 'name'])
      .where('kind', '=', 'captions')
      .where('is_whole', '=', true)
      .where('spoken_words', 'is', null)
      .limit(AT_ONCE)
      .execute();
    if (unread.length === 0) break;
    const found: { id: number; words: string }[] = [];
    for (const { id, name } of unread) {
      const stream = await store.read(name);
      found.push({ id, words: stream ? spokenWordsOf(await text(stream)) : '' });
    }
    await changeCatalogue(db, async (transaction) => {
      for (const { id, words } of found)
        await transaction.updateTable('uploads').set({ spoken_words: words }).where('id', '=', id).execute();
      const users = await transaction
        .selectFrom('media_references')
        .select('item_id')
        .distinct()
        .where('item_type', '=', 'droplet')
        .where(
          'path',
          'in',
          unread.map(({ hash }) => UPLOADS_PREFIX + hash),
        )
        .execute();
      await indexSpokenWords(
        transaction,
        users.map(({ item_id }) => item_id),
      );
    });
    read += unread.length;
  }
  await reindexChangedAccess(db);
  return read;
}
