import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { KnownDevices, knownDevicesExtension } from '#features/accounts/server/devices/known-devices.ts';
import { newDeviceMailExtension } from '#features/accounts/server/devices/new-device-mail.ts';
import { readyEstimator } from '#features/accounts/server/password/weak-passwords.ts';
import { accountsRoutes } from '#features/accounts/server/routes.ts';
import { secondFactorExtension } from '#features/accounts/server/second-factor/second-factor.ts';
import { LastSeen } from '#features/accounts/server/session/last-seen.ts';
import { SessionCookie } from '#features/accounts/server/session/sessions.ts';
import { summaryRoutes } from '#features/analytics/server/summary/summary-routes.ts';
import { auditLogRoutes } from '#features/audit-log/server/routes.ts';
import { allCatalogueRoutes } from '#features/catalogue/server/all-catalogue-routes.ts';
import { coverRoutes } from '#features/catalogue/server/media/cover-routes.ts';
import { mediaRoutes } from '#features/catalogue/server/media/media-routes.ts';
import { playerRoutes } from '#features/catalogue/server/media/player-routes.ts';
import { restoreItems } from '#features/catalogue/server/write/restore-items.ts';
import { comfortAccountExtension } from '#features/comfort/server/account-extension.ts';
import { comfortRoutes } from '#features/comfort/server/routes.ts';
import { favoritesAccountExtension } from '#features/favorites/server/account-extension.ts';
import { favoritesRoutes } from '#features/favorites/server/routes.ts';
import { giftsRoutes } from '#features/gifts/server/routes.ts';
import { grantsAccountExtension } from '#features/grants/server/account-extension.ts';
import { historyRoutes } from '#features/history/server/routes.ts';
import { letterAccountExtension } from '#features/letter/server/account-extension.ts';
import { letterRoutes } from '#features/letter/server/routes.ts';
import { memberImportAccountExtension } from '#features/member-import/server/account-extension.ts';
import { memberImportRoutes } from '#features/member-import/server/routes.ts';
import { peopleRoutes } from '#features/people/server/routes.ts';
import { previewLinkRoutes } from '#features/preview/server/links/link-routes.ts';
import { PreviewCookies, previewReader } from '#features/preview/server/links/preview-reader.ts';
import { viewAs } from '#features/preview/server/view-as.ts';
import { progressAccountExtension } from '#features/progress/server/account-extension.ts';
import { progressRoutes } from '#features/progress/server/routes.ts';
import { settingsRoutes } from '#features/settings/server/routes.ts';
import { addMetadata } from '#features/sharing/server/head-metadata.ts';
import { sharingRoutes } from '#features/sharing/server/routes.ts';
import { signupsAccountExtension } from '#features/signups/server/account-extension.ts';
import { EntryCookie, EntryTags } from '#features/signups/server/entry/entry-tags.ts';
import { RevokedEntries, resolveEntries } from '#features/signups/server/entry/revoked-entries.ts';
import { signupsRoutes } from '#features/signups/server/routes.ts';
import { signupListRoutes } from '#features/signups/server/signup-list-routes.ts';
import { subscriptionsAccountExtension } from '#features/subscriptions/server/account-extension.ts';
import { NO_PAYMENTS } from '#features/subscriptions/server/checkout/payment-setup.ts';
import { subscriptionsRoutes } from '#features/subscriptions/server/routes.ts';
import { measureChecks } from '#features/subscriptions/server/state/measure-checks.ts';
import { trashRoutes } from '#features/trash/server/routes.ts';
import { uploadsRoutes } from '#features/uploads/server/routes.ts';
import { sharedKeys } from '#platform/database/secrets.ts';
import { CachePurger } from '#platform/http/cache/cache-purger.ts';
import { FastPath } from '#platform/http/fast-path/fast-path.ts';
import { CsrfTokens } from '#platform/http/guard/tokens.ts';
import { requestId } from '#platform/http/observe/requests.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { openApi } from '#platform/http/serve/openapi.ts';
import { MailLinks } from '#platform/mail/mail-links.ts';
import { measureMails } from '#platform/mail/measure-mails.ts';
import type { AppSetup } from './app-setup.ts';
import { addPlatform, createServer } from './http/create-server.ts';
import { operations } from './operations.ts';
import { readerLookup } from './reader-lookup.ts';
import { textPreviews } from './rendering/text-preview.ts';
import { addHealth } from './start/site-health.ts';
import { addUsageCounting } from './usage-counting.ts';
import { webManifest } from './web-manifest.ts';
import { wellKnownAddresses } from './well-known.ts';

const DEMO_MEDIA = join(import.meta.dirname, '../../demo/media');

/** Composes the application without listening: security, errors, one call per feature, pages. */
export async function buildApp(setup: AppSetup): Promise<FastifyInstance> {
  const { db, publicUrl, secure } = setup;
  const fastPath = new FastPath();
  const app = createServer(setup, fastPath);
  const onHit = await addPlatform(app, setup);
  const tokens = new CsrfTokens(await sharedKeys(db, 'csrf'));
  const entryTags = new EntryTags(await sharedKeys(db, 'entry'));
  const revoked = new RevokedEntries(db, app.responseCache.version, entryTags);
  const entryCookie = new EntryCookie(entryTags, secure);
  purgeSharedCaches(app, setup, revoked);
  const lastSeen = new LastSeen(db, app.log);
  app.addHook('onClose', () => lastSeen.stop());
  const usage = addUsageCounting(app, db, publicUrl, onHit);
  await addFeatures(app, setup, { tokens, revoked, entryCookie, lastSeen, usage });

  operations(app, {
    db,
    metricsToken: setup.metricsToken,
    readMetrics: setup.readMetrics ?? (() => app.metrics.metrics()),
  });
  let docs: string | undefined;
  app.get('/api/docs', { config: { isCall: true } }, (_request, reply) => {
    // Cached, because making it blocks the process and everybody may request it.
    docs ??= JSON.stringify(openApi(app.endpoints, publicUrl()));
    return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(docs);
  });
  for (const path of ['/api', '/api/*'])
    app.all(path, { config: { csrf: 'none', isCall: true } }, async () => {
      throw notFound();
    });
  await textPreviews(app, { db, publicUrl, renderPreview: setup.pages?.preview?.(app, publicUrl) });
  webManifest(app, db);
  wellKnownAddresses(app, db, publicUrl);
  await setup.pages?.register(app, publicUrl, addMetadata(db, publicUrl));
  const lookup = readerLookup(db, lastSeen, setup.querySync, secure, revoked);
  fastPath.connect(app, { ...lookup, requestId, onHit: usage.onHit });
  // Before the application listens, because loading the password rules blocks the process.
  if (setup.production) await readyEstimator();
  return app;
}

/** Purges shared caches in front of the site after changes, from the time this node listens. */
function purgeSharedCaches(app: FastifyInstance, { sharedCaches }: AppSetup, revoked: RevokedEntries): void {
  if (!sharedCaches) return;
  const { responseCache, log } = app;
  responseCache.isShared = true;
  const { version } = responseCache;
  const purger = new CachePurger({ ...sharedCaches, version, revokedEntries: revoked.all, log });
  app.addHook('onListen', async () => purger.start());
  app.addHook('onClose', () => purger.stop());
}

interface Guards {
  tokens: CsrfTokens;
  revoked: RevokedEntries;
  entryCookie: EntryCookie;
  lastSeen: LastSeen;
  usage: ReturnType<typeof addUsageCounting>;
}

async function addFeatures(app: FastifyInstance, setup: AppSetup, guards: Guards): Promise<void> {
  const { tokens, revoked, entryCookie, lastSeen, usage } = guards;
  const { db, publicUrl, secure, payments = NO_PAYMENTS } = setup;
  const { wakeMailSender = () => {}, wakeImports = () => {} } = setup;
  const secondFactor = setup.adminSecondFactor ?? 'offered';
  const devices = new KnownDevices(await sharedKeys(db, 'device'), secure);
  const extensions = [
    // First, because an erasure must lock the rows of imports before the account, as an import does.
    memberImportAccountExtension,
    subscriptionsAccountExtension(secure),
    grantsAccountExtension,
    signupsAccountExtension(entryCookie),
    favoritesAccountExtension,
    progressAccountExtension,
    comfortAccountExtension(secure),
    letterAccountExtension,
    knownDevicesExtension(devices),
    newDeviceMailExtension(devices, publicUrl),
    secondFactorExtension(secondFactor),
  ];
  resolveEntries(app, { db, revoked, cookie: entryCookie });
  const previewCookies = new PreviewCookies(secure);
  accountsRoutes(app, {
    db,
    tokens,
    lastSeen,
    secure,
    publicUrl,
    wakeMailSender,
    extensions,
    view: viewAs(app, previewReader(app, db, previewCookies)),
    devices,
    secondFactor,
  });
  previewLinkRoutes(app, { db, publicUrl, cookies: previewCookies });
  await subscriptionsRoutes(app, { db, secure, publicUrl, wakeMailSender, ...payments });
  const mailing = { db, publicUrl, wakeMailSender };
  settingsRoutes(app, mailing);
  await allCatalogueRoutes(app, db, setup.uploads);
  trashRoutes(app, db, restoreItems);
  historyRoutes(app, db);
  favoritesRoutes(app, db, usage.onSaved);
  progressRoutes(app, db);
  comfortRoutes(app, db, secure);
  signupsRoutes(app, { ...mailing, cookie: new SessionCookie(secure), entryCookie, extensions });
  signupListRoutes(app, db);
  const linkKeys = await sharedKeys(db, 'letter');
  await letterRoutes(app, { ...mailing, links: new MailLinks(linkKeys, 'letter') });
  await summaryRoutes(app, db, new MailLinks(linkKeys, 'summary'));
  auditLogRoutes(app, db);
  addHealth(app, setup, usage.finishedOfWeek);
  giftsRoutes(app, mailing);
  await memberImportRoutes(app, { db, wakeImports });
  peopleRoutes(app, { ...mailing, extensions });
  coverRoutes(app);
  playerRoutes(app, secure);
  await mediaRoutes(app, db, setup.mediaFolder ?? DEMO_MEDIA);
  await uploadsRoutes(app, db, setup.uploads, setup.media);
  sharingRoutes(app, { db, publicUrl, store: setup.uploads.store });
  measureMails(app.metrics, db);
  measureChecks(app.metrics, db);
}
