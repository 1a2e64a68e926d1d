import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { backupsCheck } from '#features/health/server/checks/backups-check.ts';
import { clockCheck } from '#features/health/server/checks/clock-check.ts';
import { diskCheck } from '#features/health/server/checks/disk-check.ts';
import { jobsCheck } from '#features/health/server/checks/jobs-check.ts';
import { linksCheck } from '#features/health/server/checks/links-check.ts';
import { mailCheck } from '#features/health/server/checks/mail-check.ts';
import { paymentsCheck } from '#features/health/server/checks/payments-check.ts';
import { storageCheck } from '#features/health/server/checks/storage-check.ts';
import { ffmpegVersion, versionsCheck } from '#features/health/server/checks/versions.ts';
import { HealthLook } from '#features/health/server/look.ts';
import type { CountedElsewhere } from '#features/health/server/overview.ts';
import { healthRoutes } from '#features/health/server/routes.ts';
import { readTotals } from '#features/subscriptions/server/manage/totals.ts';
import { warningsRoutes } from '#features/warnings/server/routes.ts';
import type { AppSetup } from '../app-setup.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Problems that need an administrator, and the parts without one. */
    health: HealthLook;
  }
}

const PACKAGE = join(import.meta.dirname, '../../../package.json');
const VERSION = String(JSON.parse(readFileSync(PACKAGE, 'utf8')).version);

/** Adds the health page, which checks parts of several features, and the dashboard's numbers. */
export function addHealth(
  app: FastifyInstance,
  { db, publicUrl, payments, uploads, media, dataDir, hasMailServer = false }: AppSetup,
  finished: CountedElsewhere['finished'],
): void {
  const folders = [...(dataDir === undefined ? [] : [dataDir]), uploads.incoming];
  const health = new HealthLook(
    [
      mailCheck(db, hasMailServer),
      paymentsCheck(db, payments?.provider),
      backupsCheck(db),
      storageCheck(db, uploads.store),
      diskCheck(folders, app.refusedChanges),
      jobsCheck(db, Date.now()),
      linksCheck(db, publicUrl),
      clockCheck(db, payments?.provider),
      versionsCheck(db),
    ],
    app.log,
  );
  app.decorate('health', health);
  const ffmpeg = ffmpegVersion(media?.programs.ffmpeg);
  warningsRoutes(app, db, () => health.forget());
  // Uses the sums of the page of subscriptions, so that both show the same numbers.
  const paying = async () => {
    const { states, months } = await readTotals(db);
    return { paying: states.active + states.failed, newPaying: months[0]?.began ?? 0 };
  };
  healthRoutes(app, { db, health, version: VERSION, ffmpeg, elsewhere: { finished, paying } });
}
