import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { uncachedVersion } from '#platform/database/version/catalogue-version.ts';
import { addResponseCache } from '#platform/http/cache/serve-cached.ts';
import type { FastPath } from '#platform/http/fast-path/fast-path.ts';
import { PersonalCalls } from '#platform/http/fast-path/personal-calls.ts';
import {
  closeConnectionsWhenStopping,
  disconnectEndlessClients,
  disconnectSlowClients,
  disconnectSlowReaders,
  HEAD_TIMEOUT,
  MAX_CONNECTIONS,
  ORDINARY_BODY,
  shedOverload,
} from '#platform/http/guard/overload.ts';
import { addRequestLimits } from '#platform/http/guard/rate-limits.ts';
import { logOptions } from '#platform/http/observe/log.ts';
import { newMetrics } from '#platform/http/observe/metrics.ts';
import { type FastPathHit, observeRequests, requestId } from '#platform/http/observe/requests.ts';
import { violationReports } from '#platform/http/observe/violation-reports.ts';
import { clientErrorHandler, refuseWrongHosts } from '#platform/http/serve/early-errors.ts';
import { answerFrameworkError, handleErrors } from '#platform/http/serve/error-handler.ts';
import { addReplicaReads } from '#platform/http/serve/replica-reads.ts';
import type { AppSetup } from '../app-setup.ts';
import { securityHeaders } from './security-headers.ts';

/** Memory for cached responses, in bytes. */
const CACHE_BYTES = 32 * 1024 * 1024;

/** Creates the server, without listening. */
export function createServer(setup: AppSetup, fastPath: FastPath): FastifyInstance {
  const app = Fastify({
    serverFactory: fastPath.serverFactory(
      {
        headersTimeout: HEAD_TIMEOUT,
        connectionsCheckingInterval: HEAD_TIMEOUT / 3,
        // Node itself would refuse a request without a host, but without security headers.
        requireHostHeader: false,
      },
      refuseWrongHosts(setup.secure),
    ),
    trustProxy: setup.trustProxy,
    bodyLimit: ORDINARY_BODY,
    genReqId: requestId,
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    forceCloseConnections: 'idle',
    // While stopping, requests on open connections are still served.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) =>
      answerFrameworkError(error, request, reply as unknown as FastifyReply, setup.secure),
    clientErrorHandler: clientErrorHandler(setup.secure),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    // No route has a JSON schema. Without these functions Fastify would load two compilers of schemas.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    logger: logOptions(setup.logLevel, setup.production, setup.printLog),
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  app.decorate('recordFile', fastPath.recordFile);
  // Only JSON bodies are accepted; calls with other bodies have their own parsers. Fastify would also accept
  // plain text.
  app.removeContentTypeParser('text/plain');
  return app;
}

const noSchemas = (): never => {
  throw new Error('A route has a JSON schema, but endpoints check their input and responses with zod.');
};

/**
 * Adds processing for all requests: metrics, cache, errors, overload guard, security headers, compression,
 * cookies. Returns the observer of the fast path's responses.
 */
export async function addPlatform(
  app: FastifyInstance,
  setup: AppSetup,
): Promise<(hit: FastPathHit) => void> {
  const metrics = setup.metrics ?? newMetrics();
  app.decorate('metrics', metrics);
  app.decorate('endpoints', []);
  addRequestLimits(app, setup.db);
  app.decorateRequest('reader', null as never);
  app.decorateRequest('entry', 'none');
  app.decorateRequest('reply', null as never);
  app.decorate('personalCalls', new PersonalCalls());
  app.decorateRequest('personalVariant', null);
  addResponseCache(app, setup.version ?? uncachedVersion(setup.db), setup.cacheBytes ?? CACHE_BYTES);
  addReplicaReads(app, setup.replica, setup.secure);
  handleErrors(app);
  closeConnectionsWhenStopping(app);
  const onHit = observeRequests(app, metrics, setup.production);
  disconnectSlowClients(app);
  disconnectEndlessClients(app);
  disconnectSlowReaders(app);
  // In development the bundler blocks the process at times, which is no overload.
  if (setup.sheds ?? !setup.dev) app.lifecycle.isOverloaded = shedOverload(app, metrics);
  await securityHeaders(app, {
    secure: setup.secure,
    dev: setup.dev,
    inlineScripts: setup.pages?.inlineScripts ?? [],
    mediaOrigin: setup.uploads.mediaOrigin,
    directAddress: setup.uploads.directAddress,
    hasPaymentFrame: setup.payments?.payments.provider === 'paypal',
  });
  await violationReports(app);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  await app.register(cookie);
  return onHit;
}
