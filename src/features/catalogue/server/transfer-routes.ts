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
      async (_request: unknown, bytes: Buffer) => parseJson(readText(bytes)),
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

/** Says where a file stops being JSON, as far as the engine tells. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    const [, line, column] = /line (\d+) column (\d+)/.exec(said) ?? [];
    const message = `This is not valid JSON: ${said}`;
    throw badRequest(message, [
      { path: line === undefined ? 'file' : `line ${line}, column ${column}`, message },
    ]);
  }
}
