import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maySee } from '#features/catalogue/server/read/may-open.ts';
import type { Db } from '#platform/database/open.ts';
import { assertOwn } from '#platform/http/serve/assert-own.ts';
import { clockLag } from '#platform/http/serve/clock-lag.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../contract/endpoints.ts';
import type { FavoriteRef } from '../contract/schemas.ts';
import { FavoriteItemsReader } from './favorite-items.ts';
import { favoritesAmong } from './favorites-among.ts';
import { mergePresses } from './merge.ts';
import * as queries from './queries.ts';

/** Called with new favorites. */
type OnSaved = (request: FastifyRequest, saved: readonly FavoriteRef[]) => void;

/** Serves the reader's own favorites. */
export function favoritesRoutes(app: FastifyInstance, db: Db, onSaved: OnSaved): void {
  serve(app, contract.listFavorites, ({ reader }) => queries.favoritesOf(db, reader));

  const items = new FavoriteItemsReader(db);
  serve(app, contract.listFavoriteItems, ({ reader }) => items.read(reader));

  serve(app, contract.addFavorite, async ({ reader, body, request }) => {
    assertOwn(reader, body);
    if (!(await maySee(db, reader, body.itemType, body.itemId)))
      throw notFound(`${body.itemType[0]?.toUpperCase()}${body.itemType.slice(1)} not found`);
    if (await queries.addFavorite(db, reader.userId, body)) onSaved(request, [body]);
  });

  serve(app, contract.removeFavorite, async ({ reader, body }) => {
    assertOwn(reader, body);
    await queries.removeFavorite(db, reader.userId, body);
  });

  serve(app, contract.checkFavorite, async ({ reader, query }) => {
    assertOwn(reader, query);
    const found = await favoritesAmong(db, reader, [query]);
    return { isFavorite: found.length > 0 };
  });

  serve(app, contract.checkFavorites, ({ reader, query }) => favoritesAmong(db, reader, query.items));

  serve(app, contract.mergeFavorites, async ({ reader, body, request }) => {
    assertOwn(reader, body);
    onSaved(request, await mergePresses(db, reader.userId, body.items, clockLag(body.sentAt)));
  });
}
