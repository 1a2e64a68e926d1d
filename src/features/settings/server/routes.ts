import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { notFound } from '#platform/http/errors.ts';
import { serve } from '#platform/http/serve.ts';
import * as contract from '../contract.ts';
import * as queries from './queries.ts';

export function settingsRoutes(app: FastifyInstance, db: Db): void {
  serve(app, contract.listSettings, () => queries.allSettings(db));

  serve(app, contract.listSettingsOfCategory, ({ params }) =>
    queries.settingsOfCategory(db, params.category),
  );

  serve(app, contract.getSetting, async ({ params }) => {
    const setting = await queries.settingByKey(db, params.key);
    if (!setting) throw notFound('Setting not found');
    return setting;
  });
}
