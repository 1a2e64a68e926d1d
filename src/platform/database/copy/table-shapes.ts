import { sql } from 'kysely';
import { engineOf } from '../dialect.ts';
import { applyMigrations } from '../migrate.ts';
import { type Db, openDatabase } from '../open.ts';

/* Table definitions from the engine's own catalogue, so that new tables are copied automatically. */

export interface TableShape {
  name: string;
  /** Sorted by name. */
  columns: Column[];
  /** Columns of the primary key, in key order. */
  key: Column[];
  /** Whether the database assigns the ids and never reuses one. */
  hasIdentity: boolean;
}

export interface Column {
  name: string;
  kind: 'text' | 'whole' | 'flag' | 'bytes';
}

/** Names of the types that migrations use, on both engines. */
const KINDS: Record<string, Column['kind']> = {
  text: 'text',
  bigint: 'whole',
  integer: 'whole',
  boolean: 'flag',
  bytea: 'bytes',
  blob: 'bytes',
};

interface ColumnRow {
  table: string;
  column: string;
  type: string;
  /** Position in the primary key, from 1; 0 for other columns. */
  key_position: number;
  identity: boolean | number;
}

/**
 * Reads the shapes of the program's tables, referenced tables first. Ignores other tables in the same
 * PostgreSQL database. Throws for a column of an unsupported type.
 */
export async function tableShapes(db: Db): Promise<TableShape[]> {
  ourNames ??= findOurNames();
  const names = await ourNames;
  const { rows } = await columnsOf(db);
  const ours = rows.filter(({ table }) => names.has(table));
  const shapes = [...Map.groupBy(ours, ({ table }) => table)].map(([name, columns]) =>
    toShape(name, columns),
  );
  return parentsFirst(shapes, await referencesIn(db));
}

let ourNames: Promise<ReadonlySet<string>> | undefined;

/** Finds the names of the program's tables by migrating a database in memory. */
async function findOurNames(): Promise<ReadonlySet<string>> {
  const { db, close } = await openDatabase('sqlite::memory:');
  try {
    await applyMigrations(db);
    const { rows } = await columnsOf(db);
    return new Set(rows.map(({ table }) => table).filter((name) => !name.startsWith('kysely_migration')));
  } finally {
    await close();
  }
}

function toShape(name: string, rows: readonly ColumnRow[]): TableShape {
  const columns = rows.map(({ column, type }) => {
    const kind = KINDS[type];
    if (!kind) throw new Error(`${name}.${column} is of the type ${type}, which cannot be copied.`);
    return { name: column, kind };
  });
  const key = rows
    .map(({ key_position }, index) => ({ position: Number(key_position), column: columns[index] as Column }))
    .filter(({ position }) => position > 0)
    .sort((a, b) => a.position - b.position)
    .map(({ column }) => column);
  if (key.length === 0) throw new Error(`${name} has no primary key, by which it could be copied.`);
  return { name, columns, key, hasIdentity: rows.some(({ identity }) => Boolean(identity)) };
}

const columnsOf = (db: Db) =>
  engineOf(db) === 'postgres'
    ? sql<ColumnRow>`
        select t.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type,
          coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0) as key_position,
          a.attidentity <> '' as identity
        from pg_class t
        join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
        left join pg_index i on i.indrelid = t.oid and i.indisprimary
        where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace
        order by t.relname collate "C", a.attname collate "C"`.execute(db)
    : sql<ColumnRow>`
        select t.name as "table", c.name as "column", lower(c.type) as type, c.pk as key_position,
          c.pk = 1 and lower(t.sql) like '%autoincrement%' as identity
        from sqlite_master t, pragma_table_info(t.name) c
        where t.type = 'table' and t.name not like 'sqlite!_%' escape '!'
        order by t.name, c.name`.execute(db);

interface Reference {
  child: string;
  parent: string;
}

async function referencesIn(db: Db): Promise<Reference[]> {
  const { rows } =
    engineOf(db) === 'postgres'
      ? await sql<Reference>`
          select c.relname as child, p.relname as parent
          from pg_constraint r join pg_class c on c.oid = r.conrelid join pg_class p on p.oid = r.confrelid
          where r.contype = 'f' and r.connamespace = current_schema()::regnamespace`.execute(db)
      : await sql<Reference>`
          select t.name as child, f."table" as parent
          from sqlite_master t, pragma_foreign_key_list(t.name) f where t.type = 'table'`.execute(db);
  return rows;
}

function parentsFirst(shapes: readonly TableShape[], references: readonly Reference[]): TableShape[] {
  const ordered: TableShape[] = [];
  let waiting = [...shapes];
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const waits = ({ name }: TableShape) =>
      references.some(({ child, parent }) => child === name && parent !== name && names.has(parent));
    const free = waiting.filter((shape) => !waits(shape));
    if (free.length === 0) throw new Error(`These tables refer to one another: ${[...names].join(', ')}.`);
    ordered.push(...free);
    waiting = waiting.filter((shape) => !free.includes(shape));
  }
  return ordered;
}
