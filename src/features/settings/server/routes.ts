import type { FastifyInstance, FastifyRequest } from 'fastify';
import { logSecurityEvent } from '#features/audit-log/server/security-events/log-security-event.ts';
import { authorOf } from '#features/audit-log/server/security-events/record-export.ts';
import type { Db } from '#platform/database/open.ts';
import { invalidInput } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import { queueMail } from '#platform/mail/queue.ts';
import * as contract from '../contract/endpoints.ts';
import { valueProblem } from '../contract/schemas.ts';
import { createSetting, deleteSetting, missing, updateSetting } from './change-settings.ts';
import { previewMail } from './preview-mail.ts';
import * as queries from './queries.ts';
import { saveTexts } from './save-texts.ts';

interface SettingsSetup {
  db: Db;
  publicUrl: () => string;
  wakeMailSender: () => void;
}

export function settingsRoutes(app: FastifyInstance, { db, publicUrl, wakeMailSender }: SettingsSetup): void {
  serve(app, contract.listSettings, () => queries.allSettings(db));

  serve(app, contract.listSettingsOfCategory, ({ params }) =>
    queries.settingsOfCategory(db, params.category),
  );

  serve(app, contract.getSetting, async ({ params }) => {
    const setting = await queries.settingByKey(db, params.key);
    if (!setting) throw missing();
    return setting;
  });

  serve(app, contract.createSetting, async ({ body, request }) => {
    const description = body.description || null;
    const setting = await createSetting(db, authorOf(request), { ...body, description });
    logChange(request);
    return setting;
  });

  serve(app, contract.updateSetting, async ({ params: { key }, body, request }) => {
    const { value, category, description, basedOn } = body;
    const problem = value === undefined ? undefined : valueProblem(key, value);
    if (problem) throw invalidInput(problem, [{ path: 'value', message: problem }]);
    const changes = {
      ...(value === undefined ? {} : { value }),
      ...(category === undefined ? {} : { category }),
      ...(description === undefined ? {} : { description: description || null }),
    };
    const setting = await updateSetting(db, authorOf(request), key, { changes, basedOn });
    logChange(request);
    return setting;
  });

  serve(app, contract.deleteSetting, async ({ params, request }) => {
    await deleteSetting(db, authorOf(request), params.key);
    logChange(request);
  });

  serve(app, contract.saveTexts, async ({ body, request }) => {
    const settings = await saveTexts(db, authorOf(request), body.changes);
    logChange(request);
    return settings;
  });

  serve(app, contract.sendTestMail, async ({ body: { name, ...written }, reader }) => {
    const { email } = await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', reader.userId)
      .executeTakeFirstOrThrow();
    if (email === null) throw invalidInput(NO_ADDRESS, []);
    const read = await queries.readSettings(db);
    await queueMail(db, { to: email, ...previewMail(name, written, read, publicUrl()) });
    wakeMailSender();
    return { to: email };
  });
}

const NO_ADDRESS = 'Your account has no email address. Add one on your account page, then try again.';

const logChange = (request: FastifyRequest) =>
  logSecurityEvent(request, 'settings-changed', request.reader.userId ?? undefined);
