import type { Compilable, CompiledQuery } from 'kysely';
import { engineOf } from './dialect.ts';
import type { Db, Engine } from './open.ts';

/** Stands in a query's parameters for a value that each run gives. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Builds a query. Each member of `values` may be passed to the query, but not be looked into. */
type Build<Values, Row, Variant> = (db: Db, values: Values, ...variant: Variant[]) => Compilable<Row>;

/** Runs a prepared query. */
export type RunQuery<Values, Row, Variant> = (
  db: Db,
  values: Values,
  ...variant: Variant[]
) => Promise<Row[]>;

interface Prepared<Row> {
  query: CompiledQuery<Row>;
  /** Indices of the parameters that are slots, and their names. */
  slots: [index: number, name: string][];
}

/**
 * Builds and compiles a query at its first use, and from then on only fills in its values: for reads that
 * every request of a member makes, where building takes longer than running. Each variant of the query, such
 * as that of a tier, is compiled on its own: their number must be small.
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
    known.set(`${engine} ${variant}`, prepared);
    return prepared;
  };
  return async (db, values, variant) => {
    const engine = engineOf(db);
    const { query, slots } = known.get(`${engine} ${variant}`) ?? prepare(db, engine, variant);
    const parameters = [...query.parameters];
    for (const [index, name] of slots) parameters[index] = (values as Record<string, unknown>)[name];
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
