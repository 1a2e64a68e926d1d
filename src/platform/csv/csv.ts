import { CsvError, parse } from 'csv-parse/sync';
import { HttpError } from '../http/serve/errors.ts';

/* Tables for spreadsheets (RFC 4180). Written cells are never run as formulas. */

/**
 * Beginnings of cells that spreadsheets run as formulas, including full-width characters, with or without the
 * guard.
 */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;
const GUARDED = /^'+[=+\-@\t\r＝＋－＠]/;

/** An amount, written as a number with two decimals. It is no formula, also if it is negative. */
interface Amount {
  cents: number;
}

export type Cell = string | number | boolean | Amount | null;

/** Writes the heading after a byte order mark, by which spreadsheets recognize UTF-8. */
export const writeCsvHeading = (heading: readonly string[]): string => `\uFEFF${writeCsvRows([heading])}`;

/** Writes rows. A formula gets a preceding `'`. */
export function writeCsvRows(rows: Iterable<readonly Cell[]>): string {
  let text = '';
  for (const row of rows) text += `${row.map(writeCell).join(',')}\r\n`;
  return text;
}

function writeCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return (cell.cents / 100).toFixed(2);
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell);
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export interface CsvRow {
  /** The first line of the row in the file; the heading is line 1. */
  line: number;
  cells: string[];
}

/**
 * Limit of rows. Checking a row takes many times its bytes of memory, so a small file of short rows could
 * exhaust it.
 */
const MAX_ROWS = 100_000;

/** `parse` counts a CRLF inside a cell as two lines. */
const COUNTED_BREAKS = /[\r\n]/g;
const BREAKS = /\r\n|\r|\n/g;

/**
 * Reads a table's rows, heading first, without empty rows. The delimiter is the most frequent of comma,
 * semicolon and tab in the heading. Removes the `'` of {@link writeCsvRows}. Throws 400 with the line for
 * wrong quotes or too many rows.
 */
export function readCsv(text: string): CsvRow[] {
  const delimiter = delimiterOf(text);
  const rows: CsvRow[] = [];
  const lines = countLines();
  try {
    parse(withoutEmptyEnd(text, delimiter), {
      ...parserOptions(delimiter),
      on_record: (cells: string[], info) => {
        const row = lines.rowOf(cells, info);
        if (info.records > MAX_ROWS) throw tooManyRows(row.line, MAX_ROWS);
        if (row.cells.some((cell) => cell !== '')) rows.push(row);
        return null;
      },
    });
  } catch (error) {
    throw lines.explain(error);
  }
  return rows;
}

export const parserOptions = (delimiter: string) => ({
  delimiter,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
});

/** Tracks a parser's line numbers, for its rows and its first problem. */
export function countLines() {
  let extraLines = 0;
  let lastLine = 0;
  let emptyLines = 0;
  return {
    rowOf(cells: readonly string[], info: { lines: number; empty_lines: number }): CsvRow {
      const joined = cells.join('\0');
      const breaks = joined.match(BREAKS)?.length ?? 0;
      extraLines += (joined.match(COUNTED_BREAKS)?.length ?? 0) - breaks;
      lastLine = info.lines - extraLines;
      emptyLines = info.empty_lines;
      return { line: lastLine - breaks, cells: cells.map(withoutGuard) };
    },
    /** Converts the parser's error to one with the line; returns other errors unchanged. */
    explain(error: unknown): unknown {
      if (!(error instanceof CsvError)) return error;
      const skipped = Number(error.empty_lines) - emptyLines;
      return unreadable(lastLine + skipped + 1, PARSER_PROBLEMS[error.code] ?? error.message);
    },
  };
}

export const tooManyRows = (line: number, max: number) =>
  unreadable(line, `There are more than ${max.toLocaleString('en')} lines`);

/** Removes empty rows at the end, of which spreadsheets may append a million. */
function withoutEmptyEnd(text: string, delimiter: string): string {
  let end = text.length;
  while (end > 0 && `${delimiter}\r\n`.includes(text.charAt(end - 1))) end -= 1;
  const lineEnd = text.slice(end).search(/[\r\n]/);
  return lineEnd === -1 ? text : text.slice(0, end + lineEnd);
}

const withoutGuard = (cell: string) => (GUARDED.test(cell) ? cell.slice(1) : cell);

const QUOTE_INSIDE = 'A cell contains a quote: put the cell in quotes, and double each quote inside';
const PARSER_PROBLEMS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'This quote is never closed',
  CSV_INVALID_CLOSING_QUOTE: QUOTE_INSIDE,
  INVALID_OPENING_QUOTE: QUOTE_INSIDE,
  CSV_MAX_RECORD_SIZE: 'This line is too long, or a quote before it is never closed',
};

export function delimiterOf(text: string): string {
  const heading = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const count = (delimiter: string) => heading.split(delimiter).length;
  return [',', ';', '\t'].sort((a, b) => count(b) - count(a))[0] ?? ',';
}

const unreadable = (line: number, problem: string) =>
  new HttpError('file-refused', `This file cannot be read. ${problem} (line ${line}).`, {
    issues: [{ path: `line ${line}`, message: problem }],
  });

/**
 * Decodes a file in UTF-8, or in UTF-16 with a byte order mark. Throws 400 for other encodings, which would
 * give wrong letters, and for NUL, which PostgreSQL cannot store.
 */
export function readText(bytes: Uint8Array): string {
  const decode = textDecoder(bytes);
  return decode(bytes, false);
}

/**
 * Makes a streaming decoder of a file from its first bytes. `more`: the part is not the last one. Throws like
 * {@link readText}.
 */
export function textDecoder(start: Uint8Array): (bytes: Uint8Array, more: boolean) => string {
  const encoding =
    start[0] === 0xff && start[1] === 0xfe
      ? 'utf-16le'
      : start[0] === 0xfe && start[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (bytes, more) => {
    let text: string;
    try {
      text = decoder.decode(bytes, { stream: more });
    } catch {
      text = '\0';
    }
    if (!text.includes('\0')) return text;
    const message = 'This file is not in UTF-8. Save it as “CSV UTF-8” or as UTF-8 text, and try again.';
    throw new HttpError('file-refused', message, { issues: [{ path: 'file', message }] });
  };
}
