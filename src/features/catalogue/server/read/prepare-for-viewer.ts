import type { Compilable } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import { prepareQuery } from '#platform/database/prepare-query.ts';
import type { Tier, Viewer } from '#platform/http/serve/reader.ts';

/** A query that can be compiled, or built and run at once. */
type Query<Row> = Compilable<Row> & { execute(): Promise<Row[]> };

/**
 * Prepares a query of what a viewer may see, once for each tier. The query of a preview depends on its item,
 * so it is built each time.
 */
export function prepareForViewer<Values extends object, Row>(
  build: (db: Db, values: Values, viewer: Viewer) => Query<Row>,
): (db: Db, values: Values, viewer: Viewer) => Promise<Row[]> {
  const prepared = prepareQuery((db, values: Values, tier: Tier) => build(db, values, { tier }));
  return (db, values, viewer) =>
    viewer.preview ? build(db, values, viewer).execute() : prepared(db, values, viewer.tier);
}
