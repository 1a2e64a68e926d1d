import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../../contract/schedule-endpoints.ts';
import { draftsWithoutTime, entriesBetween, planOf, stoppedEntries } from './plan-queries.ts';
import { setPlan } from './set-plan.ts';

/** The times at which items go live and are taken down. */
export function scheduleRoutes(app: FastifyInstance, db: Db): void {
  serve(app, contract.listSchedule, async ({ query }) => ({
    entries: await entriesBetween(db, Date.parse(query.from), Date.parse(query.to)),
    stopped: await stoppedEntries(db),
  }));

  serve(app, contract.listDrafts, () => draftsWithoutTime(db));

  serve(app, contract.getPlan, ({ params }) => planOf(db, params.type, params.id));

  serve(app, contract.setPlan, ({ params, body, reader }) =>
    setPlan(db, reader, params.type, params.id, body),
  );
}
