import { join } from 'node:path';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Registry } from 'prom-client';
import { accountsRoutes } from '#features/accounts/server/routes.ts';
import { SessionCookie } from '#features/accounts/server/session-cookie.ts';
import { coverRoutes } from '#features/catalogue/server/cover-routes.ts';
import { mediaRoutes } from '#features/catalogue/server/media-routes.ts';
import { catalogueRoutes } from '#features/catalogue/server/routes.ts';
import { transferRoutes } from '#features/catalogue/server/transfer-routes.ts';
import { catalogueWriteRoutes } from '#features/catalogue/server/write-routes.ts';
import { favoritesRoutes } from '#features/favorites/server/routes.ts';
import { settingsRoutes } from '#features/settings/server/routes.ts';
import { signupsRoutes } from '#features/signups/server/routes.ts';
import { signupListRoutes } from '#features/signups/server/signup-list-routes.ts';
import { measureChecks } from '#features/subscriptions/server/measure-checks.ts';
import { NO_PAYMENTS, type PaymentSetup } from '#features/subscriptions/server/payment-setup.ts';
import { subscriptionsRoutes } from '#features/subscriptions/server/routes.ts';
import { trailRoutes } from '#features/trail/server/routes.ts';
import { uploadsRoutes } from '#features/uploads/server/routes.ts';
import type { UploadSpace } from '#features/uploads/server/store.ts';
import { askedVersion, type CatalogueVersion } from '#platform/database/catalogue-version.ts';
import type { AskerNow, Db } from '#platform/database/open.ts';
import { sharedSecret } from '#platform/database/secrets.ts';
import { CsrfTokens } from '#platform/http/csrf.ts';
import { answerUnreadable, handleErrors } from '#platform/http/error-handler.ts';
import { KeptAnswers } from '#platform/http/kept-answers.ts';
import { KeptEndpoints } from '#platform/http/kept-endpoints.ts';
import { noteKeptHeaders } from '#platform/http/kept-reply.ts';
import { logOptions } from '#platform/http/log.ts';
import { measureRequests, newMetrics } from '#platform/http/metrics.ts';
import { openApi } from '#platform/http/openapi.ts';
import { shedOverload } from '#platform/http/overload.ts';
import { answerRequestIds, requestIds } from '#platform/http/request-id.ts';
import { cutOffSlowBodies, HEAD_WITHIN, MOST_CONNECTIONS } from '#platform/http/slow-clients.ts';
import { measureMails } from '#platform/mail/measure-mails.ts';
import { giveKeptAnswers, noticeOwnWrites } from './give-kept-answers.ts';
import { operations } from './operations.ts';
import { type Pages, plainErrorPage } from './page-routes.ts';
import { securityHeaders } from './security-headers.ts';
import { webManifest } from './web-manifest.ts';

/** JSON bodies beyond this many bytes are refused with 413. */
const BODY_LIMIT = 256 * 1024;

/** The most bytes of answers that are kept ready. */
const KEPT_ROOM = 32 * 1024 * 1024;

const DEMO_MEDIA = join(import.meta.dirname, '../../demo/media');

export interface AppSetup {
  db: Db;
  /** Asked of the database each time when it is not given. */
  version?: CatalogueVersion;
  /** See `Database`: with it, who is signed in is known without waiting. */
  askNow?: AskerNow | undefined;
  /** The origin that people see; a function because a free port is known only after listening. */
  publicUrl: () => string;
  /** Cookies and headers for https. */
  secure: boolean;
  production: boolean;
  dev: boolean;
  trustProxy: string[] | false;
  logLevel: string;
  /** Undefined: the API alone. */
  pages?: Pages;
  wakePostman?: () => void;
  /** Where the site's own media lie. */
  mediaFolder?: string;
  /** Where uploads are kept. */
  uploads: UploadSpace;
  /** How payment is taken; undefined: not at all. */
  payments?: PaymentSetup;
  /** What this process measures, and how /metrics is read; undefined: of this process alone. */
  metrics?: Registry;
  readMetrics?: () => Promise<string>;
  metricsToken?: string | undefined;
  /** Refuse what cannot be served in time; on unless a test asks more of its machine than a site would. */
  sheds?: boolean;
  /** Where log lines go; undefined: standard output. */
  printLog?: (line: string) => void;
  /** Bytes, where it is not the usual number. */
  keptRoom?: number;
}

/** Puts the application together, without listening: security, errors, one call per feature, pages. */
export async function buildApp(setup: AppSetup): Promise<FastifyInstance> {
  const { db, publicUrl, secure } = setup;
  const app = Fastify({
    trustProxy: setup.trustProxy,
    bodyLimit: BODY_LIMIT,
    genReqId: requestIds(setup.trustProxy),
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    forceCloseConnections: 'idle',
    // What still comes on an open connection while we stop is answered.
    return503OnClosing: false,
    http: { headersTimeout: HEAD_WITHIN, connectionsCheckingInterval: HEAD_WITHIN / 3 },
    frameworkErrors: (error, request, reply) => refuseEarly(error, request, reply as unknown as FastifyReply),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    logger: logOptions(setup.logLevel, setup.production, setup.printLog),
  });
  app.server.maxConnections = MOST_CONNECTIONS;
  const metrics = setup.metrics ?? newMetrics();
  app.decorate('metrics', metrics);
  app.decorate('lifecycle', { stopping: false });
  app.decorate('endpoints', []);
  app.decorateRequest('reader', null as never);
  app.decorate('kept', new KeptAnswers(setup.version ?? askedVersion(db), setup.keptRoom ?? KEPT_ROOM));
  app.decorate('keptEndpoints', new KeptEndpoints());
  app.decorateRequest('keptForm', null);
  handleErrors(app);
  answerRequestIds(app);
  const observe = measureRequests(app, metrics);
  cutOffSlowBodies(app);
  if (setup.sheds ?? true) shedOverload(app, metrics);

  const paying = setup.payments ?? NO_PAYMENTS;
  await securityHeaders(app, {
    secure,
    dev: setup.dev,
    inlineScripts: setup.pages?.inlineScripts ?? [],
    payments: paying.payments,
  });
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  await app.register(cookie);
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });

  noticeOwnWrites(app);

  const tokens = new CsrfTokens(await sharedSecret(db, 'csrf'));
  accountsRoutes(app, { db, tokens, secure, publicUrl, wakePostman: setup.wakePostman ?? (() => {}) });
  await subscriptionsRoutes(app, {
    db,
    secure,
    publicUrl,
    wakePostman: setup.wakePostman ?? (() => {}),
    ...paying,
  });
  settingsRoutes(app, db);
  catalogueRoutes(app, db);
  catalogueWriteRoutes(app, db);
  await transferRoutes(app, db);
  favoritesRoutes(app, db);
  signupsRoutes(app, {
    db,
    cookie: new SessionCookie(secure),
    publicUrl,
    wakePostman: setup.wakePostman ?? (() => {}),
  });
  signupListRoutes(app, db);
  trailRoutes(app, db);
  coverRoutes(app);
  await mediaRoutes(app, db, setup.mediaFolder ?? DEMO_MEDIA);
  await uploadsRoutes(app, db, setup.uploads);

  measureMails(metrics, db);
  measureChecks(metrics, db);
  operations(app, {
    db,
    production: setup.production,
    metricsToken: setup.metricsToken,
    readMetrics: setup.readMetrics ?? (() => metrics.metrics()),
  });
  app.get('/api/docs', (_request, reply) => reply.send(openApi(app.endpoints, publicUrl())));
  app.all('/api/*', { config: { csrf: 'none' } }, (_request, reply) =>
    reply.code(404).send({ message: 'Not found' }),
  );
  webManifest(app, db);
  await setup.pages?.register(app, publicUrl);
  answerPagesWithPages(app);
  noteKeptHeaders(app);
  giveKeptAnswers(app, { ...setup, observe, enteredCookie: setup.pages?.enteredCookie });
  return app;
}

const HTML = 'text/html; charset=utf-8';

const wantsPage = ({ headers, url }: FastifyRequest) =>
  headers.accept?.includes('text/html') === true && !url.startsWith('/api/');

/** What the framework refuses before any hook of ours runs. */
function refuseEarly(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (wantsPage(request)) reply.code(400).type(HTML).send(plainErrorPage(request, 400));
  else answerUnreadable(error, reply);
}

/** A person who asked for a page gets one even when there is none to be had; everything else gets JSON. */
function answerPagesWithPages(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (reply.statusCode < 400 || !wantsPage(request) || !isJson) return payload;
    reply.type(HTML).removeHeader('content-length');
    return plainErrorPage(request, reply.statusCode);
  });
}
