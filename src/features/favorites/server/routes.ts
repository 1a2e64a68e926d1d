import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { forbidden, notFound } from '#platform/http/errors.ts';
import type { Member } from '#platform/http/reader.ts';
import { serve } from '#platform/http/serve.ts';
import * as contract from '../contract.ts';
import { mergePresses } from './merge.ts';
import * as queries from './queries.ts';

/** Every call is about the reader's own favorites. */
export function favoritesRoutes(app: FastifyInstance, db: Db): void {
  serve(app, contract.listFavorites, ({ reader }) => queries.favoritesOf(db, reader));

  serve(app, contract.listFavoriteItems, ({ reader }) => queries.favoriteItemsOf(db, reader));

  serve(app, contract.addFavorite, async ({ reader, body }) => {
    assertOwn(reader, body);
    if (!(await queries.isVisible(db, reader, body)))
      throw notFound(`${body.itemType[0]?.toUpperCase()}${body.itemType.slice(1)} not found`);
    await queries.addFavorite(db, reader.userId, body);
  });

  serve(app, contract.removeFavorite, async ({ reader, body }) => {
    assertOwn(reader, body);
    await queries.removeFavorite(db, reader.userId, body);
  });

  serve(app, contract.checkFavorite, async ({ reader, query }) => {
    assertOwn(reader, query);
    const found = await queries.favoritesAmong(db, reader, [query]);
    return { isFavorite: found.length > 0 };
  });

  serve(app, contract.checkFavorites, ({ reader, query }) => queries.favoritesAmong(db, reader, query.items));

  serve(app, contract.mergeFavorites, async ({ reader, body }) => {
    await mergePresses(db, reader.userId, body.items);
  });
}

/** The older calls name a user, who may be nobody else. */
function assertOwn(reader: Member, { userId }: { userId?: number | undefined }): void {
  if (userId !== undefined && userId !== reader.userId) throw forbidden();
}
