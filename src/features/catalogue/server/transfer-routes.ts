import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { readText } from '#platform/http/csv.ts';
import { badRequest } from '#platform/http/errors.ts';
import { serve } from '#platform/http/serve.ts';
import * as contract from '../transfer-contract.ts';
import { dropletsFromTable, dropletsToTable } from './droplets-table.ts';
import { importCatalogue, importDroplets } from './import-catalogue.ts';
import { readCatalogue, readPlacedDroplets } from './read-trees.ts';
import { existing } from './write-items.ts';

/** The catalogue out to files and in again. In a scope of its own: files are read by parsers of their own. */
export async function transferRoutes(app: FastifyInstance, db: Db): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser('text/csv', { parseAs: 'buffer' }, async (_request: unknown, bytes: Buffer) =>
      readText(bytes),
    );
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_request: unknown, bytes: Buffer) => assertBearable(parseJson(readText(bytes))),
    );

    serve(scope, contract.exportCatalogue, async ({ reply }) => {
      reply.header('content-disposition', 'attachment; filename="catalogue.json"');
      // One moment of the catalogue, whatever is written while it is read.
      const reading = db.transaction().setIsolationLevel('repeatable read');
      return { oceans: await reading.execute(readCatalogue) };
    });

    serve(scope, contract.importCatalogue, ({ body, query, reader }) =>
      importCatalogue(db, reader, body, query.dryRun),
    );

    serve(scope, contract.exportDroplets, async ({ query, reply }) => {
      if (query.waveId !== undefined) await existing(db, 'wave', query.waveId);
      reply.header('content-disposition', 'attachment; filename="droplets.csv"');
      return dropletsToTable(await readPlacedDroplets(db, query.waveId));
    });

    serve(scope, contract.importDroplets, async ({ params, body, query, reader }) => {
      await existing(db, 'wave', params.id);
      const { droplets, lines } = dropletsFromTable(body);
      return { droplets: await importDroplets(db, reader, params.id, droplets, lines, query.dryRun) };
    });
  });
}

/** What is checked costs many times its bytes: a file of nothing but `{}` would fill the memory with its problems. */
const MOST_ENTRIES = 100_000;

/** Refuses a file whose lists, all taken together, hold more than can be checked. Words in lists are not counted. */
function assertBearable(file: unknown): unknown {
  const message = `This file holds more than ${MOST_ENTRIES.toLocaleString('en')} items. Please split it.`;
  let entries = 0;
  const waiting = [file];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of Array.isArray(value) ? value : Object.values(value)) {
      if (typeof inner === 'string') continue;
      if (Array.isArray(value)) entries += 1;
      if (entries > MOST_ENTRIES) throw badRequest(message, [{ path: 'file', message }]);
      waiting.push(inner);
    }
  }
  return file;
}

/** Says where a file stops being JSON, as far as the engine tells. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    const [, line, column] = /line (\d+) column (\d+)/.exec(said) ?? [];
    const [, near] = /"([\s\S]*)"(?:\.\.\.)? is not valid JSON$/.exec(said) ?? [];
    const place = line === undefined ? 'file' : `line ${line}, column ${column}`;
    const where =
      line === undefined ? (near ? `near “${near}”` : 'at its end: it may have been cut off') : 'here';
    throw badRequest('Nothing was imported: this file is not valid JSON.', [
      { path: place, message: `It is not valid JSON ${where}` },
    ]);
  }
}
