import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { digestTables } from '#platform/database/copy/digest-tables.ts';
import { migrate } from '#platform/database/migrate.ts';
import type { Database } from '#platform/database/open.ts';
import { openEmptyDatabase } from '#test/database/test-database.ts';

let database: Database;
afterEach(() => database.close());

/** Texts with stems, accents, scripts without spaces, emoji, digits and long words. */
const TEXTS: [title: string, description: string, keywords: string[]][] = [
  ['Breathing waves', 'Wait—for the KETTLE! Don’t hurry; breathe in, and hold.', ['breath', 'two words']],
  ['Crème brûlée', 'Łódź Straße İstanbul. Meditation, meditating, meditated.', ['Zen', 'zen']],
  ['深呼吸 iPhoneの朝', '静かな海。깊은 호흡. سلام שלום', ['静か', '朝']],
  ['Sea 🌊 wave 2024', `${'x'.repeat(50)} ｆｕｌｌ ﬁne ① % _ # * same same`, []],
  ['', 'Happiness, hopping, hoping; a I to', ['happy', 'river']],
];

test('the first search index of an old catalogue stays the same, byte for byte', async () => {
  database = await openEmptyDatabase();
  const { db } = database;
  await migrate(db, { upTo: '0001-first' });
  const row = { media_type: 'none', media_url: null, created_at: 1, updated_at: 1 };
  const item = { ...row, position: 0, title: 'T', description: '' };
  await db
    .insertInto('oceans')
    .values({ ...item, id: 1, slug: 'o' } as never)
    .execute();
  await db
    .insertInto('waves')
    .values({ ...item, id: 1, slug: 'w', ocean_id: 1, duration: 1 } as never)
    .execute();
  const ids = [...Array(1500).keys(), ...[4094, 4095, 4096, 4097, 8191, 20_000].map((id) => id - 1)];
  for (let start = 0; start < ids.length; start += 500) {
    const some = ids.slice(start, start + 500).map((index) => {
      const [title, description, keywords] = TEXTS[index % TEXTS.length] as (typeof TEXTS)[number];
      const text = { title: `${title} no${index % 97}`, description, keywords: JSON.stringify(keywords) };
      return { ...row, ...text, id: index + 1, slug: `d${index}`, position: index, wave_id: 1, duration: 1 };
    });
    await db
      .insertInto('droplets')
      .values(some as never)
      .execute();
  }
  await sql`
    insert into droplet_keywords (droplet_id, keyword)
    values (1, 'breath'), (2, 'Zen'), (6, 'breath')`.execute(db);
  await migrate(db, { upTo: '0002-search' });
  const { search_documents, search_postings, search_words, keyword_uses } = await digestTables(db);
  expect({ search_documents, search_postings, search_words, keyword_uses }).toMatchInlineSnapshot(`
    {
      "keyword_uses": {
        "hash": "e9fb541e57667da0cc8af67a8b569718",
        "rows": 2,
      },
      "search_documents": {
        "hash": "70767ae74ecdbec6d4a4dd05a1720c46",
        "rows": 1506,
      },
      "search_postings": {
        "hash": "4e3c93ed9b4f0458a3029a2ba98b371b",
        "rows": 375,
      },
      "search_words": {
        "hash": "560ca1ff08822e52a613964ef99ca042",
        "rows": 722,
      },
    }
  `);
});
