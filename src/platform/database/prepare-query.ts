// Not the global function, which tests replace, because a lookup must begin.
import { setImmediate } from 'node:timers';
import DataLoader from 'dataloader';
import { type Compilable, type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely';
import { engineOf, isInList } from './dialect.ts';
import { nameStatement } from './engines/named-statements.ts';
import type { Db, Engine } from './open.ts';
import { neededNow } from './replica/read-needs.ts';

/** Placeholder in a query's parameters for a value of each run. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Builds a query. It may pass each member of `values` to the query, but not inspect it. */
type Build<Values, Row, Variant> = (db: Db, values: Values, ...variant: Variant[]) => Compilable<Row>;

/** Runs a prepared query. */
type RunQuery<Values, Row, Variant> = (db: Db, values: Values, ...variant: Variant[]) => Promise<Row[]>;

/** Runs a statement synchronously, and returns its rows. Throws when it fails. */
type ReadNow = <Row>(statement: string, values: readonly unknown[]) => Row[];

const readers = new WeakMap<Db, ReadNow>();

/** Makes prepared queries of a database, outside its transactions, run on a connection that never waits. */
export function attachReader(db: Db, read: ReadNow): void {
  readers.set(db, read);
}

/** Returns the function of {@link attachReader}, so that tests can count statements. */
export const readerOf = (db: Db): ReadNow | undefined => readers.get(db);

interface Prepared<Row> {
  query: CompiledQuery<Row>;
  /** Indices and names of the parameters that are slots. */
  slots: [index: number, name: string][];
}

/**
 * Builds and compiles a query on first use, and later only fills in its values. For reads in every request of
 * a member, where building takes longer than running. Each variant of the query, such as a tier's, is
 * compiled separately, so their number must be small.
 */
export function prepareQuery<Values extends object, Row, Variant extends string>(
  build: Build<Values, Row, Variant>,
): RunQuery<Values, Row, Variant> {
  const known = new Map<string, Prepared<Row>>();
  const prepare = (db: Db, engine: Engine, variant: Variant): Prepared<Row> => {
    const values = new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Values;
    const query = build(db, values, variant).compile();
    const slots = query.parameters.flatMap((value, index): Prepared<Row>['slots'] =>
      value instanceof Slot ? [[index, value.name]] : [],
    );
    const prepared = { query, slots };
    nameStatement(query.sql);
    known.set(`${engine} ${variant}`, prepared);
    return prepared;
  };
  return async (db, values, variant) => {
    const engine = engineOf(db);
    const { query, slots } = known.get(`${engine} ${variant}`) ?? prepare(db, engine, variant);
    const parameters = [...query.parameters];
    for (const [index, name] of slots) parameters[index] = (values as Record<string, unknown>)[name];
    const readNow = readers.get(db);
    if (readNow)
      try {
        return readNow<Row>(query.sql, parameters);
      } catch {
        // The connection of all other statements retries, and reports the error.
      }
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

/** A condition on a column for the key of a lookup. */
export type HasKey = (column: string) => RawBuilder<SqlBool>;

interface LookedUp {
  key: number | string;
}

/**
 * Prepares a query for the rows of one key, such as a member's id; each row contains it as `key`. On
 * PostgreSQL the lookups of one turn of the event loop are one statement, because a statement costs more than
 * its rows. `type` is that of the key's column.
 */
export function prepareLookup<Row extends LookedUp, Variant extends string>(
  type: 'bigint' | 'text',
  build: (db: Db, hasKey: HasKey, ...variant: Variant[]) => Compilable<Row>,
): LookUp<Row['key'], Row[], Variant> {
  type Key = Row['key'];
  const one = prepareQuery((db, { key }: { key: Key }, ...variant: Variant[]) =>
    build(db, (column) => sql`${sql.ref(column)} = ${key}`, ...variant),
  );
  const many = prepareQuery((db, { keys }: { keys: readonly Key[] }, ...variant: Variant[]) =>
    build(db, (column) => isInList(db, column, keys, type), ...variant),
  );
  return batchLookups({
    one: (db, key, ...variant) => one(db, { key }, ...variant),
    many: async (db, keys, ...variant) => {
      const rows = Map.groupBy(await many(db, { keys }, ...variant), ({ key }) => key);
      return keys.map((key) => rows.get(key) ?? []);
    },
  });
}

type LookUp<Key, Found, Variant> = (db: Db, key: Key, ...variant: Variant[]) => Promise<Found>;

/**
 * Combines two lookups: `one` reads for a key; `many` reads for the keys of all lookups of one turn of the
 * event loop, in their order. PostgreSQL uses `many` outside transactions.
 */
export function batchLookups<Key, Found, Variant extends string>({
  one,
  many,
}: {
  one: LookUp<Key, Found, Variant>;
  many: LookUp<readonly Key[], Found[], Variant>;
}): LookUp<Key, Found, Variant> {
  const loaders = new WeakMap<Db, Map<string, DataLoader<Key, Found>>>();
  const loaderOf = (db: Db, variant: Variant[]): DataLoader<Key, Found> => {
    const known = loaders.get(db)?.get(variant.join());
    if (known) return known;
    const readMany = (keys: readonly Key[]) => many(db, keys, ...variant);
    const loader = new DataLoader(readMany, { cache: false, batchScheduleFn: setImmediate });
    loaders.set(db, (loaders.get(db) ?? new Map()).set(variant.join(), loader));
    return loader;
  };
  return async (db, key, ...variant) => {
    // A transaction has its own state, and a read from the replica its own needs.
    const isAlone = engineOf(db) === 'sqlite' || db.isTransaction || neededNow() !== undefined;
    return isAlone ? one(db, key, ...variant) : loaderOf(db, variant).load(key);
  };
}
