import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { checkRoutes } from './check/check-routes.ts';
import { catalogueRoutes } from './read/routes.ts';
import { scheduleRoutes } from './schedule/schedule-routes.ts';
import { transferRoutes } from './transfer/transfer-routes.ts';
import { catalogueWriteRoutes } from './write/write-routes.ts';
import { writingRoutes } from './writing/writing-routes.ts';

/** Every call about the catalogue's items. */
export async function allCatalogueRoutes(app: FastifyInstance, db: Db): Promise<void> {
  catalogueRoutes(app, db);
  catalogueWriteRoutes(app, db);
  await transferRoutes(app, db);
  writingRoutes(app, db);
  checkRoutes(app, db);
  scheduleRoutes(app, db);
}
