import type { FastifyInstance } from 'fastify';
import { recordExport } from '#features/audit-log/server/security-events/record-export.ts';
import { readText } from '#platform/csv/csv.ts';
import { inOneState } from '#platform/database/copy/one-state.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { type HandlerContext, serve } from '#platform/http/serve/serve.ts';
import { type SpoolSpace, spool } from '#platform/http/serve/spool.ts';
import * as contract from '../../contract/transfer-endpoints.ts';
import { existingRow } from '../write/write-items.ts';
import { catalogueAsJson } from './catalogue-json.ts';
import { dropletsFromTable, dropletsToTable } from './droplets-table.ts';
import { importCatalogue, importDroplets } from './import-catalogue.ts';

/** Registers export and import of the catalogue, in a scope of their own because their parsers differ. */
export async function transferRoutes(app: FastifyInstance, db: Db, space: SpoolSpace): Promise<void> {
  /** Sends a file of one state of the catalogue. */
  const sendFile = async (
    { request, reply }: Pick<HandlerContext, 'request' | 'reply'>,
    name: string,
    textOf: (state: Db) => AsyncIterable<string>,
  ) => {
    await recordExport(db, request, name);
    const { stream, bytes } = await spool(space, request.signal, (write) =>
      inOneState(db, (state) => write(textOf(state))),
    );
    reply.header('content-length', bytes);
    reply.header('content-disposition', `attachment; filename="${name}"`);
    return stream;
  };
  await app.register(async (scope) => {
    scope.addContentTypeParser('text/csv', { parseAs: 'buffer' }, async (_request: unknown, bytes: Buffer) =>
      readText(bytes),
    );
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_request: unknown, bytes: Buffer) => assertCheckable(parseImport(readText(bytes))),
    );

    serve(scope, contract.exportCatalogue, (context) => sendFile(context, 'catalogue.json', catalogueAsJson));

    serve(scope, contract.importCatalogue, ({ body, query, reader }) =>
      importCatalogue(db, reader, body, query.dryRun),
    );

    serve(scope, contract.exportDroplets, async ({ query, ...context }) => {
      const wave = query.waveId === undefined ? null : await existingRow(db, 'wave', query.waveId);
      const file = await sendFile(context, 'droplets.csv', (state) => dropletsToTable(state, query.waveId));
      if (wave) context.reply.header('content-disposition', tableName(wave.slug));
      return file;
    });

    serve(scope, contract.importDroplets, async ({ params, body, query, reader }) => {
      await existingRow(db, 'wave', params.id);
      const table = dropletsFromTable(body);
      return importDroplets(db, reader, params.id, table, query.dryRun);
    });
  });
}

/** Names the table of one wave after its slug, in any script, so that the files of several waves differ. */
const tableName = (slug: string) =>
  `attachment; filename="droplets.csv"; filename*=UTF-8''droplets-${encodeURIComponent(slug)}.csv`;

/**
 * Maximum number of list entries. Validation takes many times a file's bytes of memory: a file of `{}` alone
 * would exhaust it.
 */
const MAX_ENTRIES = 100_000;
/** A list with more texts than this is no keyword list, even with repetitions. */
const MAX_KEYWORD_ENTRIES = 1_000;

/** Throws 400 when the lists of a file have too many entries in total. An item's keywords do not count. */
function assertCheckable(file: unknown): unknown {
  const limit = MAX_ENTRIES.toLocaleString('en');
  const message = `This file has more than ${limit} items. Split it into smaller files.`;
  let entries = 0;
  const waiting = [file];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    const mayBeKeywords = !isList || value.length <= MAX_KEYWORD_ENTRIES;
    for (const inner of isList ? value : Object.values(value)) {
      if (typeof inner === 'string' && mayBeKeywords) continue;
      if (isList) entries += 1;
      if (entries > MAX_ENTRIES)
        throw new HttpError('file-refused', message, { issues: [{ path: 'file', message }] });
      waiting.push(inner);
    }
  }
  return file;
}

/** Throws 400 with the error's position, where the engine reports it. */
function parseImport(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    const [, line, column] = /line (\d+) column (\d+)/.exec(reason) ?? [];
    const [, near] = /^[^"]*"([\s\S]*)"(?:\.\.\.)? is not valid JSON$/.exec(reason) ?? [];
    const path = line === undefined ? 'file' : `line ${line}, column ${column}`;
    const where =
      line === undefined ? (near ? `near “${near}”` : 'at its end: it may have been cut off') : 'here';
    throw new HttpError('file-refused', 'Nothing was imported, because this file is not valid JSON.', {
      issues: [{ path, message: `The JSON is not valid ${where}` }],
    });
  }
}
