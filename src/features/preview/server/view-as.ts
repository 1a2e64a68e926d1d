import '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getUser } from '#features/accounts/contract/calls.ts';
import { getOwnData } from '#features/accounts/contract/own-account-calls.ts';
import { seesDrafts } from '#features/catalogue/server/read/may-open.ts';
import { IN_VIEW } from '#platform/http/contract/headers.ts';
import { isSafe } from '#platform/http/guard/tokens.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { type Reader, VISITOR } from '#platform/http/serve/reader.ts';
import { DRAFT_VIEW, OFF_IN_VIEW, VIEW_COOKIE, VIEWS, type View } from '../contract/calls.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The reader is an administrator or editor in a view, so nothing is counted. */
    isView: boolean;
  }
}

/** Reads that are refused too, because they are recorded as security events of the account. */
const RECORDED = new Set<string | undefined>([getOwnData.path]);

/** Replaces the reader of a request and marks it as a view, or leaves it unchanged. */
export type ReplaceReader = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Lets administrators and editors view the site with fewer rights, and browsers with a preview link see a
 * draft. Every later step sees only the replaced reader. Throws 403 for requests that change something.
 */
export function viewAs(app: FastifyInstance, replaceByPreview: ReplaceReader) {
  app.decorateRequest('isView', false);
  const replaceReader: ReplaceReader = async (request, reply) => {
    const asked = request.cookies[VIEW_COOKIE];
    replaceByView(request, asked);
    if (asked === DRAFT_VIEW) await replaceByPreview(request, reply);
    if (!request.isView) return;
    onlyReads(request);
    if (request.routeOptions.url === getUser.path) reply.header(IN_VIEW, '1');
  };
  return { cookie: VIEW_COOKIE, replaceReader };
}

/** Throws 403 for a request that changes something. */
function onlyReads({ method, routeOptions }: FastifyRequest): void {
  if (!isSafe(method) || RECORDED.has(routeOptions.url)) throw new HttpError('off-in-view', OFF_IN_VIEW);
}

function replaceByView(request: FastifyRequest, asked: string | undefined): void {
  const view = VIEWS.find((one) => one === asked);
  if (view === undefined || !seesDrafts(request.reader)) return;
  request.isView = true;
  request.reader = readerOf(view, request.reader);
  // Without this the landing page would replace every page of a visitor's view.
  if (view === 'visitor') request.entry = 'entered';
}

/**
 * Returns the reader of a view. A member's view has the account, so that favorites and the menu work; a
 * visitor's has none.
 */
const readerOf = (view: View, reader: Reader): Reader =>
  view === 'visitor' ? VISITOR : { ...reader, tier: view };
