import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { badRequest } from '#platform/http/errors.ts';
import { serve } from '#platform/http/serve.ts';
import * as contract from '../contract.ts';
import { createSetting, deleteSetting, missing, updateSetting } from './change-settings.ts';
import * as queries from './queries.ts';

export function settingsRoutes(app: FastifyInstance, db: Db): void {
  serve(app, contract.listSettings, () => queries.allSettings(db));

  serve(app, contract.listSettingsOfCategory, ({ params }) =>
    queries.settingsOfCategory(db, params.category),
  );

  serve(app, contract.getSetting, async ({ params }) => {
    const setting = await queries.settingByKey(db, params.key);
    if (!setting) throw missing();
    return setting;
  });

  serve(app, contract.createSetting, ({ body, reader }) =>
    createSetting(db, reader.userId, { ...body, description: body.description || null }),
  );

  serve(app, contract.updateSetting, ({ params: { key }, body, reader }) => {
    const { value, category, description, basedOn } = body;
    const problem = value === undefined ? undefined : contract.valueProblem(key, value);
    if (problem) throw badRequest(problem, [{ path: 'value', message: problem }]);
    const given = {
      ...(value === undefined ? {} : { value }),
      ...(category === undefined ? {} : { category }),
      ...(description === undefined ? {} : { description: description || null }),
    };
    return updateSetting(db, reader.userId, key, { given, basedOn });
  });

  serve(app, contract.deleteSetting, ({ params, reader }) => deleteSetting(db, reader.userId, params.key));
}
