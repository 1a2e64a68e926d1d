import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { notFound } from '#platform/http/errors.ts';
import { NEXT_CURSOR } from '#platform/http/fields.ts';
import { serve } from '#platform/http/serve.ts';
import * as contract from '../contract.ts';
import * as queries from './queries.ts';
import { explore } from './search-droplets.ts';
import { keywordsInUse } from './search-keywords.ts';
import { hierarchy } from './tree.ts';

/** The read calls of the catalogue. */
export function catalogueRoutes(app: FastifyInstance, db: Db): void {
  serve(app, contract.listOceans, async ({ query, reader, reply }) => {
    if (query.limit !== undefined) reply.header('x-total-count', await queries.countOceans(db, reader));
    return queries.allOceans(db, reader, query.limit);
  });

  serve(app, contract.getOcean, async ({ params, reader }) =>
    found(await queries.oceanById(db, reader, params.id), 'Ocean'),
  );

  serve(app, contract.listWaves, async ({ params, reader }) => {
    const waves = await queries.wavesOf(db, reader, params.id);
    if (waves.length === 0) found(await queries.oceanById(db, reader, params.id), 'Ocean');
    return waves;
  });

  serve(app, contract.getWave, async ({ params, reader }) =>
    found(await queries.waveById(db, reader, params.id), 'Wave'),
  );

  serve(app, contract.listDroplets, async ({ params, reader }) => {
    const droplets = await queries.dropletsOf(db, reader, params.id);
    if (droplets.length === 0) found(await queries.waveById(db, reader, params.id), 'Wave');
    return droplets;
  });

  serve(app, contract.getDroplet, async ({ params, reader }) =>
    found(await queries.dropletById(db, reader, params.id), 'Droplet'),
  );

  serve(app, contract.getTree, ({ reader }) => hierarchy(db, reader));

  serve(app, contract.listKeywords, ({ query, reader }) => keywordsInUse(db, reader, query.limit));

  serve(app, contract.exploreDroplets, async ({ query, reader, reply }) => {
    const { droplets, next } = await explore(db, reader, query);
    if (next !== undefined) reply.header(NEXT_CURSOR, next);
    return droplets;
  });
}

function found<T>(item: T | undefined, what: string): T {
  if (item === undefined) throw notFound(`${what} not found`);
  return item;
}
