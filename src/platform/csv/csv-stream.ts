import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { type CsvRow, countLines, delimiterOf, parserOptions, textDecoder, tooManyRows } from './csv.ts';

/** Longest row, in characters: a quote that is never closed would otherwise take the whole file. */
const MAX_ROW = 64 * 1024;

/** Most rows, empty ones included, which spreadsheets can have at their end. Each costs up to 20 µs. */
const MAX_ROWS = 1_048_576;

/**
 * Reads a table's rows as `readCsv`, while its bytes arrive, in constant memory. The first chunk has the
 * whole byte order mark, if there is one. Throws 400 with the line for wrong quotes or too many rows, and for
 * other encodings.
 */
export async function* readCsvStream(
  chunks: AsyncIterable<Uint8Array>,
  maxRows = MAX_ROWS,
): AsyncGenerator<CsvRow> {
  const texts = decode(chunks);
  let head = '';
  for (let next = await texts.next(); !next.done; next = await texts.next()) {
    head += next.value;
    if (/[\r\n]/.test(head) || head.length > MAX_ROW) break;
  }
  const lines = countLines();
  const parser = parse({
    ...parserOptions(delimiterOf(head)),
    max_record_size: MAX_ROW,
    on_record: (cells: string[], info) => {
      const row = lines.rowOf(cells, info);
      if (info.records > maxRows) throw tooManyRows(row.line, maxRows);
      return row as never;
    },
  });
  // Errors of the pipeline reach the loop through the parser.
  const feeding = pipeline(Readable.from(following(head, texts)), parser).catch(() => {});
  try {
    for await (const row of parser as AsyncIterable<CsvRow>)
      if (row.cells.some((cell) => cell !== '')) yield row;
  } catch (error) {
    throw lines.explain(error);
  } finally {
    parser.destroy();
    await feeding;
  }
}

async function* decode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let read: ReturnType<typeof textDecoder> | undefined;
  for await (const chunk of chunks) {
    read ??= textDecoder(chunk);
    yield read(chunk, true);
  }
  // The end of the file may cut off a character: the decoder throws for it.
  if (read) yield read(new Uint8Array(), false);
}

async function* following(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}
