import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../contract/endpoints.ts';
import { dismissWarning, listWarnings } from './queries.ts';

/** Serves the warnings. Calls `onDismissed` after each dismissal. */
export function warningsRoutes(app: FastifyInstance, db: Db, onDismissed: () => void): void {
  serve(app, contract.listWarnings, () => listWarnings(db));
  serve(app, contract.dismissWarning, async ({ params }) => {
    if (!(await dismissWarning(db, params.kind, params.id))) throw notFound();
    onDismissed();
  });
}
