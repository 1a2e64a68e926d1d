import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { type CsvRow, countLines, delimiterOf, parserOptions, textDecoder, tooManyRows } from './csv.ts';

/** Maximum row length in characters, because an unclosed quote would include the rest of the file. */
const MAX_ROW = 64 * 1024;

/** Maximum rows, including empty ones, which spreadsheets may append. Each costs up to 20 µs. */
const MAX_ROWS = 1_048_576;

/**
 * Reads a table's rows, like `readCsv`, from a stream of bytes, in constant memory. A byte order mark must be
 * completely in the first chunk. Throws 400 with the line for wrong quotes or too many rows, and for
 * unsupported encodings.
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
  // The parser forwards errors of the pipeline to the loop.
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
  // Flushes the decoder, which throws for a truncated character.
  if (read) yield read(new Uint8Array(), false);
}

async function* following(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}
