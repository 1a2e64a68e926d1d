import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { SessionCookie } from '#features/accounts/server/session-cookie.ts';
import { readSession, sessionTierNow } from '#features/accounts/server/sessions.ts';
import { CheckoutCookie } from '#features/subscriptions/server/checkout-cookie.ts';
import { bumpsSoFar } from '#platform/database/bump-catalogue.ts';
import type { AskerNow, Db } from '#platform/database/open.ts';
import { type Carried, type Hit, KeptLane } from '#platform/http/kept-lane.ts';
import { addGauge, type ObserveRequest } from '#platform/http/metrics.ts';
import { requestIds } from '#platform/http/request-id.ts';

interface KeptSetup {
  db: Db;
  askNow?: AskerNow | undefined;
  secure: boolean;
  production: boolean;
  trustProxy: string[] | false;
  /** Counts an answer that the router never saw. */
  observe: ObserveRequest;
  /** See `Pages`. */
  enteredCookie?: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    bumpsBefore: number;
  }
}

/**
 * Whoever has changed the catalogue sees it at once: the version is read anew after every call in which it may have moved.
 * Not after every write: a heart or a sign-up changes nothing that is kept, and nobody has to wait for a question then.
 */
export function noticeOwnWrites(app: FastifyInstance): void {
  app.decorateRequest('bumpsBefore', 0);
  app.addHook('onRequest', async (request) => {
    request.bumpsBefore = bumpsSoFar();
  });
  app.addHook('onSend', async (request, reply) => {
    if (bumpsSoFar() > request.bumpsBefore && reply.statusCode < 500) app.kept.version.moved();
  });
}

/** Kept answers are given before the router is reached; what is not kept takes the usual way. */
export function giveKeptAnswers(app: FastifyInstance, setup: KeptSetup): void {
  const { db, askNow, observe, production } = setup;
  measureKept(app);
  const lane = new KeptLane({
    kept: app.kept,
    readCookies: cookieReader(app, setup),
    isStopping: () => app.lifecycle.stopping,
    idOf: requestIds(setup.trustProxy),
    tierOf: async (session) => (await readSession(db, session))?.tier ?? null,
    tierNow: askNow && sessionTierNow(db, askNow),
    onHit: (hit) => {
      observe(hit.method, hit.route, hit.status, hit.ms);
      if (production) logHit(app, hit);
    },
  });
  const [usual] = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    const otherwise = () => usual?.(request, response);
    if (!lane.take(request, response, otherwise)) otherwise();
  });
}

/** Most visitors send the same few bytes, which are read once; those that tell who somebody is are never kept. */
const MOST_KNOWN = 100;
const LONGEST_KNOWN = 200;

function cookieReader(app: FastifyInstance, setup: KeptSetup): (header: string) => Carried {
  const sessionCookie = new SessionCookie(setup.secure).name;
  const checkoutCookie = new CheckoutCookie(setup.secure).name;
  const { enteredCookie = '' } = setup;
  const known = new Map<string, Carried>();
  return (header) => {
    const already = known.get(header);
    if (already) return already;
    const cookies = app.parseCookie(header);
    const carried: Carried = {
      session: cookies[sessionCookie],
      entered: cookies[enteredCookie] !== undefined,
      // Who may have paid without an account is looked up on the usual way.
      isUnsure: cookies[checkoutCookie] !== undefined,
    };
    const isAnyones = carried.session === undefined && !carried.isUnsure;
    if (isAnyones && known.size < MOST_KNOWN && header.length < LONGEST_KNOWN) known.set(header, carried);
    return carried;
  };
}

const logHit = (app: FastifyInstance, { id, method, route, status, ms }: Hit) =>
  app.log.info({ requestId: id, method, route, status, ms: Math.round(ms * 10) / 10, kept: true }, 'request');

function measureKept(app: FastifyInstance): void {
  const { metrics, kept } = app;
  const figure = (name: string, help: string, read: () => number) =>
    addGauge(metrics, { name, help, read, together: 'sum' });
  figure('kept_answers_hits', 'Requests that were answered with ready bytes', () => kept.counts.hits);
  figure('kept_answers_misses', 'Requests whose answer had to be made', () => kept.counts.misses);
  figure('kept_answers_entries', 'Answers that are kept', () => kept.counts.entries);
  figure('kept_answers_bytes', 'Memory that kept answers take', () => kept.counts.bytes);
}
