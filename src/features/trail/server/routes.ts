import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { NEXT_CURSOR } from '#platform/http/fields.ts';
import { serve } from '#platform/http/serve.ts';
import * as contract from '../contract.ts';
import { trailOf } from './queries.ts';

export function trailRoutes(app: FastifyInstance, db: Db): void {
  serve(app, contract.listTrail, async ({ query, reply }) => {
    const { entries, next } = await trailOf(db, query);
    if (next !== undefined) reply.header(NEXT_CURSOR, String(next));
    return entries;
  });
}
