import { median } from './statistics.ts';

/** Limit of a figure. docs/performance.md has the reasons. */
export interface Limit {
  atLeast?: number;
  atMost?: number;
}

interface Figure {
  value: number;
  /** Text of the cell. */
  shown: string;
  limit?: Limit;
}

export type Cell = string | Figure;

export interface Table {
  title: string;
  columns: string[];
  rows: Cell[][];
  /** Remark about this run. */
  note?: string;
}

interface Format {
  digits?: number;
  unit?: string;
  limit?: Limit;
}

const number = (value: number, digits: number) =>
  Number.isFinite(value)
    ? value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    : 'not measured';

/** Formats one measured value. */
export function figure(value: number, { digits = 0, unit = '', limit }: Format = {}): Figure {
  const shown = number(value, digits);
  return {
    value,
    shown: Number.isFinite(value) && unit ? `${shown} ${unit}` : shown,
    ...(limit && { limit }),
  };
}

/** Formats the median of several rounds with minimum and maximum. */
export function spread(values: readonly number[], format: Format = {}): Figure {
  const made = figure(median(values), format);
  if (values.length < 2) return made;
  const [lowest, highest] = [Math.min(...values), Math.max(...values)].map((value) =>
    number(value, format.digits ?? 0),
  );
  return { ...made, shown: `${made.shown} (${lowest}–${highest})` };
}

/** Tells whether a figure meets its limit. A missing measurement does not. */
export function holds({ value, limit }: Figure): boolean {
  if (!limit) return true;
  return (
    value >= (limit.atLeast ?? Number.NEGATIVE_INFINITY) &&
    value <= (limit.atMost ?? Number.POSITIVE_INFINITY)
  );
}

const isFigure = (cell: Cell): cell is Figure => typeof cell !== 'string';
const limited = (row: readonly Cell[]) => row.filter((cell) => isFigure(cell) && cell.limit !== undefined);
const shown = (cell: Cell) => (isFigure(cell) ? cell.shown : cell);

/** Lists the columns of the row's figures that miss their limits. */
function missed(table: Table, row: readonly Cell[]): string[] {
  return row.flatMap((cell, index) => (isFigure(cell) && !holds(cell) ? [table.columns[index] ?? ''] : []));
}

/**
 * Formats a table as Markdown. If any figure has a limit, a last column tells whether the row holds, or which
 * figures do not.
 */
export function markdown(table: Table): string {
  const odd = table.rows.find((row) => row.length !== table.columns.length);
  if (odd)
    throw new Error(`A row of ${table.title} has ${odd.length} cells for ${table.columns.length} columns.`);
  const judged = table.rows.some((row) => limited(row).length > 0);
  const verdict = (row: readonly Cell[]) => {
    if (limited(row).length === 0) return '';
    const columns = missed(table, row);
    return columns.length === 0 ? 'yes' : `**no**: ${columns.join(', ')}`;
  };
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    `#### ${table.title}`,
    '',
    line([...table.columns, ...(judged ? ['Holds'] : [])]),
    line([...table.columns, ...(judged ? ['Holds'] : [])].map((_, index) => (index === 0 ? '---' : '--:'))),
    ...table.rows.map((row) => line([...row.map(shown), ...(judged ? [verdict(row)] : [])])),
    ...(table.note ? ['', table.note] : []),
  ].join('\n');
}

export interface Verdict {
  /** Number of figures with a limit. */
  judged: number;
  /** One line per row that misses a limit. */
  short: string[];
}

export function verdict(tables: readonly Table[]): Verdict {
  const judged = tables.flatMap((table) => table.rows.flatMap(limited)).length;
  const short = tables.flatMap((table) =>
    table.rows.flatMap((row) => {
      const columns = missed(table, row);
      if (columns.length === 0) return [];
      const values = columns.map((column) => `${column} ${shown(row[table.columns.indexOf(column)] ?? '')}`);
      return [`${table.title}, ${shown(row[0] ?? '')}: ${values.join('; ')}`];
    }),
  );
  return { judged, short };
}
