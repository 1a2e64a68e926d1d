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
    /** An administrator or editor looks at the site as somebody else: nothing is counted. */
    isView: boolean;
  }
}

/** Reads that are refused too: the account's security events record them. */
const RECORDED = new Set<string | undefined>([getOwnData.path]);

/** Gives a request another reader and marks it as a view, or leaves it as it is. */
export type ReplaceReader = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Lets administrators and editors see the site with fewer rights, and a browser with a preview link see a
 * draft. Every later step sees only the replaced reader. Throws 403 for requests that would change something.
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

/** Throws 403 for a request that would change something. */
function onlyReads({ method, routeOptions }: FastifyRequest): void {
  if (!isSafe(method) || RECORDED.has(routeOptions.url)) throw new HttpError('off-in-view', OFF_IN_VIEW);
}

function replaceByView(request: FastifyRequest, asked: string | undefined): void {
  const view = VIEWS.find((one) => one === asked);
  if (view === undefined || !seesDrafts(request.reader)) return;
  request.isView = true;
  request.reader = readerOf(view, request.reader);
  // The landing page of those who have not entered stands before every page: they see nothing else.
  if (view === 'visitor') request.entry = 'entered';
}

/** A member's view keeps the account, so that favorites and the menu are there; a visitor has none. */
const readerOf = (view: View, reader: Reader): Reader =>
  view === 'visitor' ? VISITOR : { ...reader, tier: view };
