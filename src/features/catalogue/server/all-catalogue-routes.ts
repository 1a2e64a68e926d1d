import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import type { SpoolSpace } from '#platform/http/serve/spool.ts';
import { checkRoutes } from './check/check-routes.ts';
import { catalogueRoutes } from './read/routes.ts';
import { scheduleRoutes } from './schedule/schedule-routes.ts';
import { transferRoutes } from './transfer/transfer-routes.ts';
import { catalogueWriteRoutes } from './write/write-routes.ts';
import { writingRoutes } from './writing/writing-routes.ts';

/** Registers all calls about the catalogue's items. `space` holds files that are too large for memory. */
export async function allCatalogueRoutes(app: FastifyInstance, db: Db, space: SpoolSpace): Promise<void> {
  catalogueRoutes(app, db);
  catalogueWriteRoutes(app, db);
  await transferRoutes(app, db, space);
  writingRoutes(app, db);
  checkRoutes(app, db);
  scheduleRoutes(app, db);
}
