import { type Cell, type CsvRow, readCsv, writeCsvHeading, writeCsvRows } from '#platform/csv/csv.ts';
import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Issue } from '#platform/http/contract/error-codes.ts';
import { invalidInput } from '#platform/http/serve/errors.ts';
import { plainWords } from '#platform/http/serve/plain-words.ts';
import { MAX_ISSUES, toIssues } from '#platform/http/serve/serve.ts';
import { type DropletContent, ImportedDroplet } from '../../contract/transfer-schemas.ts';
import { toFields } from '../items/item-fields.ts';
import type { Rows } from '../items/levels.ts';
import { pagesOf, pagesUnder } from './read-in-order.ts';

/* Droplets as a table: a column for each field, a row for each droplet. */

/** Only the JSON file has written texts: a spreadsheet's cell holds 32,767 characters. */
type Column = Exclude<keyof ImportedDroplet, 'writing'>;

type Kind = 'text' | 'word' | 'number' | 'flag' | 'list' | 'json';

/** The kind of cell of each field, in the order of the columns. */
const COLUMNS: Record<Column, Kind> = {
  title: 'text',
  description: 'text',
  mediaType: 'word',
  mediaUrl: 'text',
  duration: 'number',
  accessType: 'word',
  isSample: 'flag',
  isPublished: 'flag',
  keywords: 'list',
  imageUrl: 'text',
  imageAlt: 'text',
  captionsUrl: 'text',
  captionsLanguage: 'text',
  furtherCaptions: 'json',
  additionalResources: 'json',
  slug: 'text',
};
const NAMES = Object.keys(COLUMNS) as Column[];
const REQUIRED: readonly Column[] = ['title', 'description', 'mediaUrl'];
/** Columns that show each droplet's parents in an export. An import ignores them. */
const PARENTS = ['ocean', 'wave'];

/** Writes the droplets of one wave, or of all, in pieces. `db`: one state of the catalogue. */
export async function* dropletsToTable(db: Db, waveId: number | undefined): AsyncGenerator<string> {
  yield writeCsvHeading([...PARENTS, ...NAMES]);
  const pages = waveId === undefined ? pagesOf(db, 'droplet') : pagesUnder(db, 'droplet', [waveId]);
  for await (const page of pages) {
    const parents = await readParents(db, page);
    yield writeCsvRows(page.map((row) => [...(parents.get(row.wave_id) ?? []), ...toCells(row)]));
  }
}

/** Reads the slugs of the ocean and the wave of droplets, by the wave's id. */
async function readParents(db: Db, droplets: readonly Rows['droplet'][]) {
  const waveIds = droplets.map((row) => row.wave_id);
  const rows = await db
    .selectFrom('waves')
    .innerJoin('oceans', 'oceans.id', 'waves.ocean_id')
    .select(['waves.id', 'waves.slug as wave', 'oceans.slug as ocean'])
    .where(isOneOf(db, 'waves.id', waveIds))
    .execute();
  return new Map(rows.map(({ id, ocean, wave }) => [id, [ocean, wave]]));
}

function toCells(row: Rows['droplet']): Cell[] {
  const droplet = toFields.droplet(row);
  return NAMES.map((name) => toCell(droplet[name], COLUMNS[name]));
}

function toCell(value: DropletContent[Column], kind: Kind): Cell {
  if (!Array.isArray(value)) return value;
  if (value.length === 0) return null;
  return kind === 'list' ? value.join(', ') : JSON.stringify(value);
}

/** Parses droplets and the line of each. Throws 400 with every problem and its line. */
export function dropletsFromTable(text: string): { droplets: ImportedDroplet[]; lines: number[] } {
  const [heading, ...rows] = readCsv(text);
  const columns = readHeading(heading);
  const issues: Issue[] = [];
  const droplets: ImportedDroplet[] = [];
  for (const row of rows) {
    if (row.cells.length > columns.length)
      issues.push({ path: `line ${row.line}`, message: 'This line has more cells than the header row' });
    const result = ImportedDroplet.safeParse(fromRow(row, columns), { error: plainWords });
    if (result.success) droplets.push(result.data);
    else
      issues.push(
        ...toIssues(result.error).map(({ path, message }) => ({
          path: `line ${row.line}, ${path}`,
          message,
        })),
      );
    if (issues.length >= MAX_ISSUES) break;
  }
  if (rows.length === 0) issues.push({ path: 'line 1', message: 'There are no rows below the header row' });
  refuse(issues);
  return { droplets, lines: rows.map(({ line }) => line) };
}

function readHeading(heading: CsvRow | undefined): (Column | null)[] {
  const issues: Issue[] = [];
  const found = new Set<string>();
  const columns = (heading?.cells ?? []).map((cell) => {
    const name = cell.trim();
    const column = NAMES.find((one) => one.toLowerCase() === name.toLowerCase());
    if (column === undefined && !PARENTS.includes(name.toLowerCase()))
      issues.push({ path: 'line 1', message: `Unknown column “${name.slice(0, 50)}”` });
    if (found.has(column ?? name))
      issues.push({ path: 'line 1', message: `The column “${name.slice(0, 50)}” appears twice` });
    found.add(column ?? name);
    return column ?? null;
  });
  for (const column of REQUIRED)
    if (!found.has(column)) issues.push({ path: 'line 1', message: `The column “${column}” is missing` });
  refuse(issues);
  return columns;
}

function refuse(issues: Issue[]): void {
  if (issues.length === 0) return;
  const first = issues[0] as Issue;
  throw invalidInput(`Nothing was imported. ${first.path}: ${first.message}`, issues.slice(0, MAX_ISSUES));
}

/** Leaves out empty cells, which get the defaults. */
function fromRow(row: CsvRow, columns: readonly (Column | null)[]): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    const cell = row.cells[index]?.trim() ?? '';
    if (column !== null && cell !== '') given[column] = fromCell(column, cell);
  }
  return given;
}

const YES = ['true', 'yes', '1'];
const NO = ['false', 'no', '0'];

/** Leaves an invalid cell unchanged. The schema's message then describes the problem. */
function fromCell(column: Column, cell: string): unknown {
  const word = cell.toLowerCase();
  switch (COLUMNS[column]) {
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell;
    case 'flag':
      return YES.includes(word) ? true : NO.includes(word) ? false : cell;
    case 'word':
      return word;
    case 'json':
      return jsonOr(cell);
    default:
      return cell;
  }
}

function jsonOr(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
