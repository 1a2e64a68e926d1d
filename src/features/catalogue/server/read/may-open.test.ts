import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Database } from '#platform/database/open.ts';
import type { Reader, Tier } from '#platform/http/serve/reader.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import { mayFetch } from '../media/media.ts';
import { mayOpen, mayOpenSql } from './may-open.ts';
import { dropletById, oceanById, waveById } from './read-items.ts';

/* One item of each access type and sample on each level, under parents that everybody may open. */

const TIERS: Tier[] = ['visitor', 'free', 'subscriber', 'admin'];
const ACCESS = ['free', 'premium'] as const;
const SAMPLES = [false, true];
const COMBINATIONS = ACCESS.flatMap((accessType) => SAMPLES.map((isSample) => ({ accessType, isSample })));
const LEVELS = ['oceans', 'waves', 'droplets'] as const;

let database: Database;

const slugOf = (level: string, { accessType, isSample }: { accessType: string; isSample: boolean }) =>
  `${level}-${accessType}${isSample ? '-sample' : ''}`;

beforeAll(async () => {
  database = await openTestDatabase();
  const gated = (level: string, access: (typeof COMBINATIONS)[number]) => ({
    ...access,
    slug: slugOf(level, access),
    mediaUrl: `/media/${slugOf(level, access)}.mp4`,
    imageUrl: `/media/${slugOf(level, access)}.webp`,
  });
  const droplets = COMBINATIONS.map((access) => aDroplet(gated('droplets', access)));
  const waves = COMBINATIONS.map((access) => aWave(gated('waves', access)));
  const oceans = ACCESS.map((accessType) => {
    const { isSample: _, ...ocean } = gated('oceans', { accessType, isSample: false });
    return anOcean(ocean);
  });
  await insertOceans(database.db, [anOcean({ waves: [aWave({ droplets }), ...waves] }), ...oceans]);
});
afterAll(() => database.close());

describe.each(TIERS)('for the tier %s', (tier) => {
  const reader: Reader = { tier, userId: null, sessionHash: null };
  const cases = LEVELS.flatMap((level) =>
    COMBINATIONS.filter(({ isSample }) => level !== 'oceans' || !isSample).map((access) => ({
      level,
      ...access,
    })),
  );

  test.each(cases)('$level, $accessType, sample $isSample: all forms agree', async ({ level, ...access }) => {
    const expected =
      tier === 'subscriber' || tier === 'admin' || access.accessType === 'free' || access.isSample;
    const { id, open } = await database.db
      .selectFrom(level)
      .select(['id', mayOpenSql(reader, level).as('open')])
      .where('slug', '=', slugOf(level, access))
      .executeTakeFirstOrThrow();
    const read = { oceans: oceanById, waves: waveById, droplets: dropletById }[level];
    const item = await read(database.db, reader, id);
    const medium = await mayFetch(database.db, reader, `/media/${slugOf(level, access)}.mp4`);
    const picture = await mayFetch(database.db, reader, `/media/${slugOf(level, access)}.webp`);
    expect({ inMemory: mayOpen(reader, access), inSql: toBoolean(open), medium, picture }).toEqual({
      inMemory: expected,
      inSql: expected,
      medium: expected,
      picture: true,
    });
    expect(item).toMatchObject({ locked: !expected });
    expect(item?.mediaUrl === null).toBe(!expected);
  });
});
