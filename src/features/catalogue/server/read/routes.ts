import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { NEXT_CURSOR, NOTHING_LOCKED, SEARCH_NOTES, TOTAL_COUNT } from '#platform/http/contract/headers.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../../contract/endpoints.ts';
import { encodeNotes } from '../search/describe-matches.ts';
import { explore } from '../search/explore.ts';
import { keywordsInUse } from '../search/keywords-in-use.ts';
import { firstLesson } from './first-lesson.ts';
import { opensEverything } from './may-open.ts';
import * as items from './read-items.ts';
import { hierarchy } from './tree.ts';

/** The read calls of the catalogue. */
export function catalogueRoutes(app: FastifyInstance, db: Db): void {
  serve(app, contract.listOceans, async ({ query, reader, reply }) => {
    if (query.limit !== undefined) reply.header(TOTAL_COUNT, await items.countOceans(db, reader));
    return items.allOceans(db, reader, query.limit);
  });

  serve(app, contract.getOcean, async ({ params, reader }) =>
    found(await items.oceanById(db, reader, params.id), 'Ocean'),
  );

  serve(app, contract.listWaves, async ({ params, reader }) => {
    const waves = await items.wavesOf(db, reader, params.id);
    if (waves.length === 0) found(await items.oceanById(db, reader, params.id), 'Ocean');
    return waves;
  });

  serve(app, contract.getWave, async ({ params, reader }) =>
    found(await items.waveById(db, reader, params.id), 'Wave'),
  );

  serve(app, contract.listDroplets, async ({ params, reader }) => {
    const droplets = await items.dropletsOf(db, reader, params.id);
    if (droplets.length === 0) found(await items.waveById(db, reader, params.id), 'Wave');
    return droplets;
  });

  serve(app, contract.getDroplet, async ({ params, reader }) =>
    found(await items.dropletById(db, reader, params.id), 'Droplet'),
  );

  serve(app, contract.getTree, ({ reader }) => hierarchy(db, reader));

  serve(app, contract.listKeywords, ({ query, reader }) => keywordsInUse(db, reader, query.limit));

  serve(app, contract.exploreDroplets, async ({ query, reader, reply }) => {
    const { droplets, next, notes } = await explore(db, reader, query);
    if (notes) reply.header(SEARCH_NOTES, encodeNotes(notes));
    if (next !== undefined) reply.header(NEXT_CURSOR, next);
    if (opensEverything(reader)) reply.header(NOTHING_LOCKED, '1');
    return droplets;
  });

  serve(app, contract.getFirstLesson, () => firstLesson(db));
}

function found<T>(item: T | undefined, what: string): T {
  if (item === undefined) throw notFound(`${what} not found`);
  return item;
}
