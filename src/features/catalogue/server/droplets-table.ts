import { type Cell, type CsvRow, readCsv, writeCsv } from '#platform/http/csv.ts';
import { badRequest, type Issue } from '#platform/http/errors.ts';
import { plainWords } from '#platform/http/plain-words.ts';
import { MOST_ISSUES, toIssues } from '#platform/http/serve.ts';
import { type DropletContent, ImportedDroplet } from '../transfer-contract.ts';

/* Droplets as a table: a column for each field, a line for each droplet. */

type Column = keyof ImportedDroplet;

type Kind = 'text' | 'word' | 'number' | 'flag' | 'list' | 'json';

/** Every field, in the order of the columns, and how its cell is written. */
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
  captionsUrl: 'text',
  additionalResources: 'json',
  slug: 'text',
};
const NAMES = Object.keys(COLUMNS) as Column[];
const REQUIRED: readonly Column[] = ['title', 'description', 'mediaUrl'];
/** Given out so that a reader of the whole table knows where a droplet lies; not read again. */
const PLACE = ['ocean', 'wave'];

export interface PlacedDroplet extends DropletContent {
  /** Slugs. */
  ocean: string;
  wave: string;
}

export const dropletsToTable = (droplets: readonly PlacedDroplet[]): string =>
  writeCsv(
    [...PLACE, ...NAMES],
    droplets.map((droplet) => [
      droplet.ocean,
      droplet.wave,
      ...NAMES.map((name) => toCell(droplet[name], COLUMNS[name])),
    ]),
  );

function toCell(value: DropletContent[Column], kind: Kind): Cell {
  if (!Array.isArray(value)) return value;
  if (value.length === 0) return null;
  return kind === 'list' ? value.join(', ') : JSON.stringify(value);
}

/** The droplets of a table and the line of each. Throws 400 with every problem by its line. */
export function dropletsFromTable(text: string): { droplets: ImportedDroplet[]; lines: number[] } {
  const [heading, ...rows] = readCsv(text);
  const columns = readHeading(heading);
  const issues: Issue[] = [];
  const droplets: ImportedDroplet[] = [];
  for (const row of rows) {
    if (row.cells.length > columns.length)
      issues.push({ path: `line ${row.line}`, message: 'This line has more cells than the heading' });
    const result = ImportedDroplet.safeParse(fromRow(row, columns), { error: plainWords });
    if (result.success) droplets.push(result.data);
    else
      issues.push(
        ...toIssues(result.error).map(({ path, message }) => ({
          path: `line ${row.line}, ${path}`,
          message,
        })),
      );
    if (issues.length >= MOST_ISSUES) break;
  }
  if (rows.length === 0) issues.push({ path: 'line 1', message: 'There is no line below the heading' });
  refuse(issues);
  return { droplets, lines: rows.map(({ line }) => line) };
}

function readHeading(heading: CsvRow | undefined): (Column | null)[] {
  const issues: Issue[] = [];
  const found = new Set<string>();
  const columns = (heading?.cells ?? []).map((cell) => {
    const name = cell.trim();
    const column = NAMES.find((one) => one.toLowerCase() === name.toLowerCase());
    if (column === undefined && !PLACE.includes(name.toLowerCase()))
      issues.push({ path: 'line 1', message: `Unknown column “${name.slice(0, 50)}”` });
    if (found.has(column ?? name))
      issues.push({ path: 'line 1', message: `The column “${name.slice(0, 50)}” stands twice` });
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
  throw badRequest(`Nothing was imported. ${first.path}: ${first.message}`, issues.slice(0, MOST_ISSUES));
}

/** An empty cell says nothing: the default holds. */
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

/** What is no number, no flag and no JSON stays as it is: the schema says what is wrong with it. */
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
