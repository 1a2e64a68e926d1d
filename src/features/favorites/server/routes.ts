import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { forbidden, notFound, unauthorized } from '#platform/http/errors.ts';
import type { Reader } from '#platform/http/reader.ts';
import { serve } from '#platform/http/serve.ts';
import * as contract from '../contract.ts';
import { mergePresses } from './merge.ts';
import * as queries from './queries.ts';

/** Every call is about the reader's own favorites. */
export function favoritesRoutes(app: FastifyInstance, db: Db): void {
  serve(app, contract.listFavorites, ({ reader }) => queries.favoritesOf(db, memberOf(reader)));

  serve(app, contract.listFavoriteItems, ({ reader }) => queries.favoriteItemsOf(db, memberOf(reader)));

  serve(app, contract.addFavorite, async ({ reader, body }) => {
    const { userId } = memberOf(reader, body.userId);
    if (!(await queries.isVisible(db, reader, body)))
      throw notFound(`${body.itemType[0]?.toUpperCase()}${body.itemType.slice(1)} not found`);
    await queries.addFavorite(db, userId, body);
  });

  serve(app, contract.removeFavorite, async ({ reader, body }) => {
    const { userId } = memberOf(reader, body.userId);
    await queries.removeFavorite(db, userId, body);
  });

  serve(app, contract.checkFavorite, async ({ reader, query }) => {
    const member = memberOf(reader, query.userId);
    const found = await queries.favoritesAmong(db, member, [query]);
    return { isFavorite: found.length > 0 };
  });

  serve(app, contract.checkFavorites, ({ reader, query }) =>
    queries.favoritesAmong(db, memberOf(reader), query.items),
  );

  serve(app, contract.mergeFavorites, async ({ reader, body }) => {
    await mergePresses(db, memberOf(reader).userId, body.items);
  });
}

/** The signed-in reader. The older calls name a user, who may be nobody else. */
function memberOf(reader: Reader, claimed?: number): queries.Member {
  if (reader.userId === null) throw unauthorized();
  if (claimed !== undefined && claimed !== reader.userId) throw forbidden();
  return { reader, userId: reader.userId };
}
