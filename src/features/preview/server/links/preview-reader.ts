import '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as catalogue from '#features/catalogue/contract/calls.ts';
import { MEDIA_PREFIX } from '#features/catalogue/server/media/own-path.ts';
import { WRITTEN_PREFIX } from '#features/catalogue/shared/written-address.ts';
import { UPLOADS_PREFIX } from '#features/uploads/shared/upload-address.ts';
import type { Db } from '#platform/database/open.ts';
import { ENTERED_COOKIE } from '#platform/http/contract/headers.ts';
import { OwnCookie } from '#platform/http/guard/own-cookie.ts';
import { VISITOR } from '#platform/http/serve/reader.ts';
import { DRAFT_VIEW, VIEW_COOKIE } from '../../contract/calls.ts';
import type { ReplaceReader } from '../view-as.ts';
import { findPreview } from './link-queries.ts';

/** Routes that show a draft. Lists, searches and counts remain those of a visitor. */
const SHOWS_DRAFTS = new Set<string | undefined>([
  '/*',
  ...[catalogue.getOcean, catalogue.listWaves, catalogue.getWave].map(({ path }) => path),
  ...[catalogue.listDroplets, catalogue.getDroplet].map(({ path }) => path),
  `${MEDIA_PREFIX}*`,
  `${WRITTEN_PREFIX}:name`,
  `${UPLOADS_PREFIX}:name`,
]);

/** The two cookies of a browser that has opened a link: the secret, and a flag for scripts. */
export class PreviewCookies {
  readonly #secret: OwnCookie;
  readonly #secure: boolean;

  constructor(secure: boolean) {
    this.#secret = new OwnCookie('stillwater_preview', secure);
    this.#secure = secure;
  }

  secretOf = (request: FastifyRequest): string | undefined => request.cookies[this.#secret.name];

  set(reply: FastifyReply, secret: string, maxAge: number): void {
    this.#secret.set(reply, secret, maxAge);
    // Scripts remove this cookie to end the preview.
    reply.setCookie(VIEW_COOKIE, DRAFT_VIEW, {
      path: '/',
      sameSite: 'lax',
      secure: this.#secure,
      maxAge,
    });
  }

  clear(reply: FastifyReply): void {
    this.#secret.clear(reply);
    reply.clearCookie(VIEW_COOKIE, { path: '/' });
  }
}

/**
 * Makes the hook that replaces the reader in a browser with a valid preview link by a visitor who also sees
 * the draft.
 */
export function previewReader(app: FastifyInstance, db: Db, cookies: PreviewCookies): ReplaceReader {
  app.addHook('onRoute', (route) => {
    const reads = [route.method].flat().includes('GET');
    if (reads && SHOWS_DRAFTS.has(route.url))
      route.onSend = [route.onSend ?? [], keepPreviewFromOthers].flat();
  });
  return async (request, reply) => {
    const secret = cookies.secretOf(request);
    const preview = secret === undefined ? undefined : await findPreview(db, secret);
    // The link is invalid now, so its cookies are cleared.
    if (!preview) {
      cookies.clear(reply);
      return;
    }
    request.isView = true;
    // Members need no entry. A revoked entry remains revoked.
    if (request.reader.userId !== null || request.cookies[ENTERED_COOKIE] === undefined)
      request.entry = 'entered';
    request.reader = SHOWS_DRAFTS.has(request.routeOptions.url) ? { ...VISITOR, preview } : VISITOR;
  };
}

async function keepPreviewFromOthers(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.reader?.preview) keepFromOthers(reply);
}

/** Prevents caching, indexing by search engines, and Referer headers with the address. */
export function keepFromOthers(reply: FastifyReply): void {
  reply
    .header('cache-control', 'private, no-store')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('referrer-policy', 'no-referrer');
}
