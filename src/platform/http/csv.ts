import { badRequest } from './errors.ts';

/* Tables as spreadsheets read and write them (RFC 4180), safe to open in one. */

/**
 * What a spreadsheet would run as a formula when a cell begins with it; also its full-width twins, and what such a cell
 * begins with once it has been made safe.
 */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;
const GUARDED = /^'+[=+\-@\t\r＝＋－＠]/;

export type Cell = string | number | boolean | null;

/** A table as text, with a mark that tells spreadsheets that it is UTF-8. A cell that looks like a formula gets a `'`. */
export function writeCsv(heading: readonly string[], rows: Iterable<readonly Cell[]>): string {
  const lines = [heading.map(writeCell).join(',')];
  for (const row of rows) lines.push(row.map(writeCell).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function writeCell(cell: Cell): string {
  if (cell === null) return '';
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell);
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export interface CsvRow {
  /** Where it begins in the file; the heading is line 1. */
  line: number;
  cells: string[];
}

/** A row costs many times its bytes while it is checked: a file of nothing but line breaks would fill the memory. */
const MOST_ROWS = 100_000;

/**
 * A table's rows, the heading first; empty lines are left out. Commas, semicolons or tabs, whichever stands in the
 * heading. The `'` of {@link writeCsv} is taken off again. Throws 400 with the line when a quote never ends, or
 * when there are more than can be checked.
 */
export function readCsv(text: string): CsvRow[] {
  const separator = separatorOf(text);
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let line = 1;
  let at = 0;
  const endRow = () => {
    if (row.cells.some((cell) => cell !== '')) rows.push(row);
    if (rows.length > MOST_ROWS)
      throw unreadable(line, `There are more than ${MOST_ROWS.toLocaleString('en')} lines`);
    row = { line: line, cells: [] };
  };
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at, separator, line) : plainCell(text, at, separator);
    line += cell.breaks;
    row.cells.push(GUARDED.test(cell.text) ? cell.text.slice(1) : cell.text);
    at = cell.end;
    if (text[at] === separator) {
      at += 1;
      if (at === text.length) row.cells.push('');
      continue;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    endRow();
  }
  endRow();
  return rows;
}

function plainCell(text: string, start: number, separator: string) {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { text: text.slice(start, end), end, breaks: 0 };
}

function quotedCell(text: string, start: number, separator: string, line: number) {
  let at = start + 1;
  let value = '';
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) throw unreadable(line, 'A quote begins here and never ends');
    value += text.slice(at, quote);
    at = quote + 1;
    if (text[at] !== '"') break;
    value += '"';
    at += 1;
  }
  // What stands between the closing quote and the end of the cell is kept, as spreadsheets do.
  const rest = plainCell(text, at, separator);
  const breaks = value.match(/\r\n|\r|\n/g)?.length ?? 0;
  return { text: value + rest.text, end: rest.end, breaks };
}

function separatorOf(text: string): string {
  const heading = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const count = (separator: string) => heading.split(separator).length;
  return [',', ';', '\t'].sort((a, b) => count(b) - count(a))[0] ?? ',';
}

function unreadable(line: number, problem: string) {
  return badRequest(`This file cannot be read. ${problem} (line ${line}).`, [
    { path: `line ${line}`, message: problem },
  ]);
}

/**
 * A file's bytes as text: UTF-8 with or without its mark, or UTF-16 with one. Any other encoding would arrive as
 * garbled letters, so it is refused with words that help. NUL is refused as it cannot be stored.
 */
export function readText(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    text = '\0';
  }
  if (!text.includes('\0')) return text;
  const message = 'This file is not in UTF-8. Save it as “CSV UTF-8” or as UTF-8 text, and try again.';
  throw badRequest(message, [{ path: 'file', message }]);
}
