import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { Answer } from '#platform/http/contract/endpoint.ts';
import type { RequestLimit } from '#platform/http/contract/rate-limit.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import { MINUTE } from '#platform/text/time-units.ts';
import { PREVIEW_END, PREVIEW_PATH } from '../../contract/link-calls.ts';
import * as contract from '../../contract/link-endpoints.ts';
import { createLink, linksOf, openLink, revokeLink } from './link-queries.ts';
import { keepFromOthers, type PreviewCookies } from './preview-reader.ts';

/** Limit of openings. A recipient opens a link a few times; guessing secrets takes many more requests. */
const OPENINGS: RequestLimit = { name: 'preview-openings', max: 60, window: 10 * MINUTE, by: ['caller'] };

interface LinkSetup {
  db: Db;
  publicUrl: () => string;
  cookies: PreviewCookies;
}

/** Serves the calls about preview links, and the address of the links. */
export function previewLinkRoutes(app: FastifyInstance, { db, publicUrl, cookies }: LinkSetup): void {
  serve(app, contract.listPreviewLinks, ({ params }) => linksOf(db, params));

  serve(app, contract.createPreviewLink, async ({ params, body, reader }) => {
    const { link, secret } = await createLink(db, reader.userId, params, body);
    return new Answer(201, { link, url: `${publicUrl()}${PREVIEW_PATH}/${secret}` });
  });

  serve(app, contract.revokePreviewLink, ({ params, reader }) => revokeLink(db, reader.userId, params.id));

  app.route({
    method: 'GET',
    url: `${PREVIEW_PATH}/:secret`,
    // HEAD requests must not count as openings.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      await app.limitsOf(request, undefined).spend(OPENINGS);
      keepFromOthers(reply);
      const now = Date.now();
      const { secret } = request.params as { secret: string };
      const opened = await openLink(db, secret, now);
      if (!opened)
        throw new HttpError('link-expired', 'This link has ended. Ask who sent it to you for a new one.');
      const { scope, isPublic, expiresAt } = opened;
      // A public item needs no preview, which would prevent signing up.
      if (!isPublic) cookies.set(reply, secret, Math.ceil((expiresAt - now) / 1000));
      // The redirect removes the secret from the address bar and from the Referer of later requests.
      return reply.redirect(`/${scope.type}s/${scope.id}`, 302);
    },
  });

  // For browsers without scripts. Clears only the cookies set by a preview link.
  app.get(PREVIEW_END, { exposeHeadRoute: false }, (_request, reply) => {
    keepFromOthers(reply);
    cookies.clear(reply);
    return reply.redirect('/', 302);
  });
}
