import type { FastifyInstance } from 'fastify';
import { type Store, StoreError } from '#features/uploads/server/store.ts';
import type { Db } from '#platform/database/open.ts';
import { MEDIA_KEY, surrogateKeys, UNCHANGING_FILE } from '#platform/http/cache/shared-cache.ts';
import { HttpError, notFound } from '#platform/http/serve/errors.ts';
import type { SharedKind } from '../../shared/item-address.ts';
import { assertSharingOn, publicItem } from '../shared-items.ts';
import { drawPicture } from './draw-picture.ts';
import { DrawnPictures } from './drawn-pictures.ts';
import { pictureHash, picturePath, pictureSource } from './picture-address.ts';

const FILE = /^([1-9]\d{0,14})-([0-9a-f]{16})\.png$/;
/** Cache header of redirects to the current picture. */
const MOVED = 'public, max-age=3600';

/**
 * Serves preview pictures of published items. An address contains a hash of the source, so its content never
 * changes. An address from before a change of the picture redirects, because old posts link to it.
 */
export function pictureRoutes(app: FastifyInstance, db: Db, store: Store): void {
  const drawn = new DrawnPictures();
  app.get<{ Params: { kind: string; file: string } }>(
    '/previews/:kind/:file',
    { config: { impersonal: true } },
    async (request, reply) => {
      const { kind, file } = request.params;
      const [, id, hash] = FILE.exec(file) ?? [];
      if (!id || !/^(ocean|wave|droplet)$/.test(kind)) throw notFound();
      await assertSharingOn(db);
      const found = await publicItem(db, { kind: kind as SharedKind, id: Number(id) });
      if (!found) throw notFound();
      const source = pictureSource(found);
      const current = pictureHash(source);
      if (hash !== current) return reply.header('cache-control', MOVED).redirect(picturePath(found), 302);
      if (request.headers['if-none-match'] === `"${current}"`) return reply.code(304).send();
      const picture = await drawn
        .get(current, () => drawPicture(source, store))
        .catch((error) => {
          if (!(error instanceof StoreError)) throw error;
          throw new HttpError('files-unavailable', 'This picture is not available right now.', {
            retryAfter: 10,
          });
        });
      if (!picture) throw notFound();
      return (
        reply
          .headers(surrogateKeys(MEDIA_KEY))
          .header('cache-control', UNCHANGING_FILE)
          .header('etag', `"${current}"`)
          // Other sites must be able to show it.
          .header('cross-origin-resource-policy', 'cross-origin')
          .type('image/png')
          .send(picture)
      );
    },
  );
}
