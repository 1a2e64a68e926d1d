import { sql } from 'kysely';
import { selectDroplets, selectOceans, selectWaves } from '#features/catalogue/server/read/queries.ts';
import { toDroplet, toOcean, toWave } from '#features/catalogue/server/read/rows.ts';
import { isInList, listParameter } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { prepareLookup, prepareQuery } from '#platform/database/prepare-query.ts';
import { Answer } from '#platform/http/contract/endpoint.ts';
import type { Member, Tier } from '#platform/http/serve/reader.ts';
import type { FavoriteItems, FavoriteRef } from '../contract/schemas.ts';
import { KeptItems } from './kept-items.ts';
import { newestOf } from './queries.ts';

/** Version of the catalogue in the state that a statement reads, also on a replica. */
const catalogueVersion = sql<number>`(select version from catalogue_version where id = 1)`.as('seen_version');

/** References to all favorites, hidden ones too. */
const allReferences = prepareLookup('bigint', (db, hasKey) =>
  newestOf(hasKey, db.selectFrom('favorites').select(['item_type', 'item_id', catalogueVersion])),
);

const oceansAmong = prepareQuery((db, { ids }: { ids: unknown }, tier: Tier) =>
  selectOceans(db, { tier })
    .select(catalogueVersion)
    .where(isInList(db, 'oceans.id', ids)),
);
const wavesAmong = prepareQuery((db, { ids }: { ids: unknown }, tier: Tier) =>
  selectWaves(db, { tier })
    .select(catalogueVersion)
    .where(isInList(db, 'waves.id', ids)),
);
const dropletsAmong = prepareQuery((db, { ids }: { ids: unknown }, tier: Tier) =>
  selectDroplets(db, { tier })
    .select(catalogueVersion)
    .where(isInList(db, 'droplets.id', ids)),
);

type ItemsAnswer = Answer<200, FavoriteItems>;

/**
 * Reads favorite items. An answer depends only on the references, the reader's tier and the catalogue's
 * version. Each request reads all three; then it takes the items from memory, where they are known.
 */
export class FavoriteItemsReader {
  readonly #db: Db;
  /** By tier and references. */
  readonly #kept = new KeptItems<ItemsAnswer>();

  constructor(db: Db) {
    this.#db = db;
  }

  async read(member: Member): Promise<FavoriteItems | ItemsAnswer> {
    const { tier, userId, preview } = member;
    const references = await allReferences(this.#db, userId);
    const [newest] = references;
    if (!newest) return { oceans: [], waves: [], droplets: [] };
    const version = newest.seen_version;
    const key = [tier, ...references.map(({ item_type, item_id }) => `${item_type}${item_id}`)].join();
    const known = preview ? undefined : this.#kept.find(version, key);
    if (known) return known;
    const { items, versions } = await this.#readItems(references, member);
    const answer = new Answer<200, FavoriteItems>(200, items);
    // A statement may have read a later state, or on a replica an earlier one.
    if (!preview && versions.every((one) => one === version))
      this.#kept.keep(version, key, { answer, size: references.length });
    return answer;
  }

  /** Reads the items in the order of their references, and the version that each level's statement saw. */
  async #readItems(references: readonly Reference[], member: Member) {
    const read = async <Row extends ItemRow>(type: FavoriteRef['itemType'], among: Among<Row>) => {
      const ids = references.filter((one) => one.item_type === type).map((one) => one.item_id);
      if (ids.length === 0) return { rows: [], versions: [] };
      const found = await among(this.#db, { ids: listParameter(this.#db, ids) }, member.tier);
      const byId = new Map(found.map((row) => [row.id, row]));
      // Undefined if all are hidden: the version that hides them is unknown.
      return { rows: ids.flatMap((id) => byId.get(id) ?? []), versions: [found[0]?.seen_version] };
    };
    const [oceans, waves, droplets] = await Promise.all([
      read('ocean', oceansAmong),
      read('wave', wavesAmong),
      read('droplet', dropletsAmong),
    ]);
    const items: FavoriteItems = {
      oceans: oceans.rows.map((row) => toOcean(row, member)),
      waves: waves.rows.map((row) => toWave(row, member)),
      droplets: droplets.rows.map((row) => toDroplet(row, member)),
    };
    return { items, versions: [...oceans.versions, ...waves.versions, ...droplets.versions] };
  }
}

interface Reference {
  item_type: FavoriteRef['itemType'];
  item_id: number;
}

interface ItemRow {
  id: number;
  seen_version: number;
}

type Among<Row> = (db: Db, values: { ids: unknown }, tier: Tier) => Promise<Row[]>;
