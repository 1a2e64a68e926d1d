import { expect, test } from 'vitest';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { Random } from '#test/fuzz/random.ts';
import { setUpEachApi } from '#test/set-up-api.ts';
import type { Answer, SignedInClient, TestClient } from '#test/test-api.ts';

/*
 * Random changes of content. Undoing them in reverse order restores exactly the content before each; restored
 * items equal the deleted ones; and visitors see exactly the published items. `STEPS=5000` sets their number,
 * `SEED` the seed.
 */

const STEPS = Number(process.env.STEPS ?? 100);
const SEED = Number(process.env.SEED ?? 1);

const LEVELS = ['ocean', 'wave', 'droplet'] as const;
type Level = (typeof LEVELS)[number];
const PARENT = { wave: 'ocean', droplet: 'wave' } as const;

interface Item {
  [field: string]: unknown;
  id: number;
  isPublished: boolean;
}
type Content = Record<Level, Item[]>;

/** An undoable change, and the content before it. */
interface Change {
  undo: () => Promise<Answer>;
  before: string;
}

const api = setUpEachApi();
const random = new Random(SEED);
let owner: SignedInClient;
let content: Content;
let changes: Change[];

/** Reads everything that a reader sees. Omits versions, which grow, and positions, which have gaps. */
async function contentFor(reader: TestClient): Promise<Content> {
  const list = async (path: string): Promise<Item[]> =>
    (await reader.get(path)).body.map(({ version, position, ...item }: Item) => item);
  const ocean = await list('/api/oceans');
  const wave = (await Promise.all(ocean.map(({ id }) => list(`/api/oceans/${id}/waves`)))).flat();
  const droplet = (await Promise.all(wave.map(({ id }) => list(`/api/waves/${id}/droplets`)))).flat();
  return { ocean, wave, droplet };
}

const asText = (given: Content) => JSON.stringify(given, null, 1);
const parentOf = (level: Level, item: Item) => (level === 'ocean' ? undefined : item[`${PARENT[level]}Id`]);
const idsOf = (items: Item[]) => items.map(({ id }) => id);
const someOf = (items: Item[]) => items.filter(() => random.chance(0.4)).slice(0, 4);

/** Makes fields of an item as an owner might fill them in. */
function someFields(level: Level): object {
  const { title, isPublished, accessType, keywords, parent } = {
    title: { title: `Title ${random.between(1, 99)}`, slug: random.pick(['one', 'two', '']) },
    isPublished: { isPublished: random.chance(0.6) },
    accessType: { accessType: random.pick(['free', 'premium']) },
    keywords: { keywords: random.pick(['calm', 'calm, tide', '']), imageUrl: '/media/water.jpg' },
    parent: level === 'ocean' ? {} : { [`${PARENT[level]}Id`]: random.pick(content[PARENT[level]]).id },
  };
  return Object.assign(
    {},
    ...[title, isPublished, accessType, keywords, parent].filter(() => random.chance(0.4)),
  );
}

async function undoable(send: () => Promise<Answer>): Promise<void> {
  const newest = async () => (await owner.get('/api/audit-log?limit=1')).body[0]?.id as number | undefined;
  const [before, last] = [asText(content), await newest()];
  const { status, body, text } = await send();
  // A taken slug, for example, is refused.
  expect([200, 204, 400, 409], text).toContain(status);
  const entry = await newest();
  if (entry === last) return;
  const undo = body?.entries
    ? () => owner.post('/api/audit-log/undo', { entries: body.entries })
    : () => owner.post(`/api/audit-log/${entry}/undo`);
  changes.push({ undo, before });
}

const steps: (() => Promise<void>)[] = [
  async function update() {
    const level = random.pick(LEVELS);
    const item = random.pick(content[level]);
    await undoable(() => owner.put(`/api/${level}s/${item.id}`, someFields(level)));
  },
  async function changeSeveral() {
    const level = random.pick(LEVELS);
    const ids = idsOf(someOf(content[level]));
    const change = random.pick([
      { action: 'publish' },
      { action: 'unpublish' },
      { action: 'access', accessType: random.pick(['free', 'premium']) },
      { action: 'add-keywords', keywords: 'tide' },
      { action: 'remove-keywords', keywords: 'calm' },
      { action: 'move', parentId: random.pick(content[level === 'droplet' ? 'wave' : 'ocean']).id },
    ]);
    if (ids.length > 0) await undoable(() => owner.post('/api/content/bulk', { type: level, ids, change }));
  },
  async function order() {
    const level = random.pick(LEVELS);
    const parent = parentOf(level, random.pick(content[level]));
    const ids = idsOf(content[level].filter((item) => parentOf(level, item) === parent));
    ids.sort(() => random.next() - 0.5);
    const path = level === 'ocean' ? '/api/oceans/order' : `/api/${PARENT[level]}s/${parent}/${level}s/order`;
    await undoable(() => owner.put(path, { ids }));
  },
  async function deleteAndRestore() {
    const level = random.pick(LEVELS);
    const ids = idsOf(someOf(content[level]));
    if (ids.length === 0) return;
    const before = asText(content);
    const deletion = { type: level, ids, change: { action: 'delete' } };
    expect((await owner.post('/api/content/bulk', deletion)).status).toBe(200);
    expect((await owner.post('/api/trash/restore', { type: level, ids })).status).toBe(200);
    expect(asText(await contentFor(owner))).toBe(before);
  },
  async function undo() {
    const change = changes.pop();
    if (!change) return;
    const { status, text } = await change.undo();
    expect(status, text).toBe(200);
    expect(asText(await contentFor(owner))).toBe(change.before);
  },
];

/** Returns the ids of published items below published ones, which visitors may see. */
function publishedIds(): Record<Level, number[]> {
  const ocean = idsOf(content.ocean.filter(({ isPublished }) => isPublished));
  const isIn = (parents: number[], level: 'wave' | 'droplet') => (item: Item) =>
    item.isPublished && parents.includes(parentOf(level, item) as number);
  const wave = idsOf(content.wave.filter(isIn(ocean, 'wave')));
  return { ocean, wave, droplet: idsOf(content.droplet.filter(isIn(wave, 'droplet'))) };
}

test(`${STEPS} random changes are undone exactly, and visitors see what is published`, async () => {
  const droplets = () => [aDroplet(), aDroplet(), aDroplet()];
  const waves = () => [aWave({ droplets: droplets() }), aWave({ droplets: droplets() })];
  await insertOceans(api.database.db, [anOcean({ waves: waves() }), anOcean({ waves: waves() }), anOcean()]);
  owner = await api.signedIn('admin');
  const visitor = api.visitor();
  changes = [];
  content = await contentFor(owner);
  for (let step = 0; step < STEPS; step += 1) {
    await random.pick(steps)();
    content = await contentFor(owner);
    const { ocean, wave, droplet } = await contentFor(visitor);
    const seen = { ocean: idsOf(ocean), wave: idsOf(wave), droplet: idsOf(droplet) };
    expect(seen, `after step ${step}`).toEqual(publishedIds());
  }
});
