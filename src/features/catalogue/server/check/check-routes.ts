import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../../contract/check-endpoints.ts';
import { checkItem } from './check-item.ts';

/** The check before publishing. */
export function checkRoutes(app: FastifyInstance, db: Db): void {
  serve(app, contract.checkItem, ({ body }) => checkItem(db, body.type, body.id));
}
