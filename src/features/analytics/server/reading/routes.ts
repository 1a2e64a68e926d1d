import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { serve } from '#platform/http/serve/serve.ts';
import { exportUsage, getUsage } from '../../contract/endpoints.ts';
import { PeriodSums } from './period-sums.ts';
import { readUsage } from './read-usage.ts';
import { usageTable } from './usage-table.ts';

/**
 * Serves the counts, to editors without numbers of persons. `counters`: this node's counters. Returns the
 * cached sums.
 */
export function usageRoutes(app: FastifyInstance, db: Db, counters: { readonly writes: number }): PeriodSums {
  const periods = new PeriodSums(db, () => counters.writes);

  serve(app, getUsage, ({ query, reader }) =>
    readUsage(db, periods, query, { withPersons: reader.tier === 'admin' }),
  );

  serve(app, exportUsage, async ({ query, reply }) => {
    const table = await usageTable(db, query);
    reply.header('content-disposition', 'attachment; filename="analytics.csv"');
    return table;
  });

  return periods;
}
