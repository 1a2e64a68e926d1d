import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { HttpError } from './errors.ts';
import { isInnerCall } from './inner-call.ts';

/** How often the pace is taken and the turns of the event loop are looked at, in ms. */
const LOOK_EVERY = 100;
/** How much a new sample weighs in the pace: calm against single ones, and up to date within a second. */
const WEIGHT = 0.2;
/**
 * A request that the event loop comes to so late in one turn, in ms, is turned away, if another turn was long a short
 * while ago as well: one long pause is no overload.
 */
const LONGEST_TURN = 1_000;
const SHORT_WHILE = 10_000;
/** So many may always be worked on at once: a rendered page takes 3 ms, so the last one waits for 1.5 s. */
const ALWAYS_LET_IN = 500;
/** Beyond that, as many as are finished in this many seconds at the present pace. */
const LONGEST_WAIT = 2;

/** What watchers ask, and what costs next to nothing. */
const SPARED = /^\/(healthz|readyz|metrics|assets\/)/;

const tooMuch = () =>
  new HttpError(503, 'Many people are here at the moment. Please try again in a few seconds.', {
    // Spread, so that all who were turned away do not come back at once.
    retryAfter: 2 + Math.floor(Math.random() * 5),
  });

/**
 * Turns requests away with 503 and `Retry-After` before the process drowns: when the event loop comes to them too late,
 * and when so many are worked on that the next one would wait for too long (their number divided by how many are
 * finished a second). Whoever is let in is answered in time; whoever is not, knows it at once.
 */
export function shedOverload(
  app: FastifyInstance,
  registry: Registry,
  { alwaysLetIn = ALWAYS_LET_IN, longestTurn = LONGEST_TURN } = {},
): void {
  const shed = new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests turned away because there was too much to do, by reason',
    labelNames: ['reason'] as const,
    registers: [registry],
  });
  let finished = 0;
  let pace = 0;
  let lastLong = Number.NEGATIVE_INFINITY;
  let turnBegan = performance.now();
  const looking = setInterval(() => {
    const passed = performance.now() - turnBegan;
    turnBegan += passed;
    if (passed > longestTurn / 2) lastLong = turnBegan;
    pace += ((finished * 1000) / passed - pace) * WEIGHT;
    finished = 0;
  }, LOOK_EVERY).unref();
  app.addHook('onClose', async () => clearInterval(looking));

  app.addHook('onRequest', async (request) => {
    const now = performance.now();
    const isLate = now - turnBegan > longestTurn && now - lastLong < SHORT_WHILE;
    if (!isLate || isSpared(request)) return;
    shed.inc({ reason: 'event loop' });
    throw tooMuch();
  });

  const admitted = new WeakSet<FastifyRequest>();
  let working = 0;
  // After the body has arrived and until the answer is ready: slow clients do not count, only our own work.
  app.addHook('preValidation', async (request) => {
    if (isSpared(request) || request.headers['content-type']?.startsWith('multipart/')) return;
    if (working >= Math.max(alwaysLetIn, pace * LONGEST_WAIT)) {
      shed.inc({ reason: 'queue' });
      throw tooMuch();
    }
    working += 1;
    admitted.add(request);
  });
  const leave = async (request: FastifyRequest) => {
    if (!admitted.delete(request)) return;
    working -= 1;
    finished += 1;
  };
  app.addHook('onSend', leave);
  app.addHook('onResponse', leave);
}

const isSpared = (request: FastifyRequest) => isInnerCall(request) || SPARED.test(request.url);
