import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { assertOwn } from '#platform/http/serve/assert-own.ts';
import { clockLag } from '#platform/http/serve/clock-lag.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../contract/endpoints.ts';
import { saveMarks } from './marks.ts';
import { forget, progressOf, saveReports, setRemembering } from './queries.ts';
import { saveWelcome } from './welcomes.ts';

/** Serves the reader's own progress. */
export function progressRoutes(app: FastifyInstance, db: Db): void {
  serve(app, contract.getProgress, ({ reader }) => progressOf(db, reader));

  serve(app, contract.saveProgress, async ({ reader, body }) => {
    assertOwn(reader, body);
    await saveReports(db, reader.userId, body.reports, clockLag(body.sentAt));
  });

  serve(app, contract.saveMarks, async ({ reader, body }) => {
    assertOwn(reader, body);
    await saveMarks(db, reader.userId, body.marks, clockLag(body.sentAt));
  });

  serve(app, contract.saveWelcome, ({ reader, body }) => saveWelcome(db, reader.userId, body));

  serve(app, contract.forgetProgress, async ({ reader }) => {
    await forget(db, reader.userId);
  });

  serve(app, contract.setRemembering, async ({ reader, body }) => {
    await setRemembering(db, reader.userId, body.remembers);
  });
}
