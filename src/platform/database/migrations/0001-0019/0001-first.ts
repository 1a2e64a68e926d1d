import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addId, booleanDefault, booleanType, engineOf, strict, wholeType } from '../../dialect.ts';
import type { Db, Engine } from '../../open.ts';

// biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
type AnyDb = Kysely<any>;

/** The tables of the first version: accounts, catalogue, favorites, sign-ups, mail queue, limits. */
export const first: Migration = {
  async up(db: AnyDb) {
    const engine = engineOf(db as Db);
    await createCatalogue(db, engine);
    await createPeople(db, engine);
    await createHousekeeping(db, engine);
  },
};

function contentTable(db: AnyDb, engine: Engine, name: string, parent?: { column: string; table: string }) {
  const flag = booleanType(engine);
  const whole = wholeType(engine);
  let table = addId(db.schema.createTable(name), engine)
    .addColumn('position', whole, (c) => c.notNull())
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('image_url', 'text')
    .addColumn('media_type', 'text', (c) => c.notNull())
    .addColumn('media_url', 'text')
    .addColumn('captions_url', 'text')
    .addColumn('access_type', 'text', (c) => c.notNull().defaultTo('premium'))
    .addColumn('is_published', flag, booleanDefault(engine, false))
    .addColumn('keywords', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('additional_resources', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('created_at', whole, (c) => c.notNull())
    .addColumn('updated_at', whole, (c) => c.notNull())
    .addCheckConstraint(`${name}_access`, sql`access_type in ('free', 'premium')`);
  if (parent) {
    table = table
      .addColumn(parent.column, whole, (c) =>
        c.notNull().references(`${parent.table}.id`).onDelete('cascade'),
      )
      .addColumn('duration', whole, (c) => c.notNull())
      .addColumn('is_sample', flag, booleanDefault(engine, false))
      .addCheckConstraint(`${name}_duration`, sql`duration >= 1`);
  }
  return strict(table, engine);
}

async function createCatalogue(db: AnyDb, engine: Engine) {
  const whole = wholeType(engine);
  await contentTable(db, engine, 'oceans').execute();
  await contentTable(db, engine, 'waves', { column: 'ocean_id', table: 'oceans' }).execute();
  await contentTable(db, engine, 'droplets', { column: 'wave_id', table: 'waves' }).execute();
  await db.schema.createIndex('oceans_order').on('oceans').columns(['position', 'id']).execute();
  await db.schema.createIndex('waves_order').on('waves').columns(['ocean_id', 'position', 'id']).execute();
  await db.schema
    .createIndex('droplets_order')
    .on('droplets')
    .columns(['wave_id', 'position', 'id'])
    .execute();
  await strict(db.schema.createTable('media_references'), engine)
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('item_type', 'text', (c) => c.notNull())
    .addColumn('item_id', whole, (c) => c.notNull())
    .addPrimaryKeyConstraint('media_references_pk', ['path', 'item_type', 'item_id'])
    .execute();
  await db.schema
    .createIndex('media_references_item')
    .on('media_references')
    .columns(['item_type', 'item_id'])
    .execute();
  await strict(db.schema.createTable('droplet_keywords'), engine)
    .addColumn('droplet_id', whole, (c) => c.notNull().references('droplets.id').onDelete('cascade'))
    .addColumn('keyword', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('droplet_keywords_pk', ['keyword', 'droplet_id'])
    .execute();
  await db.schema
    .createIndex('droplet_keywords_droplet')
    .on('droplet_keywords')
    .column('droplet_id')
    .execute();
  await strict(db.schema.createTable('settings'), engine)
    .addColumn('key', 'text', (c) => c.primaryKey().notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('updated_at', whole, (c) => c.notNull())
    .execute();
  await strict(db.schema.createTable('catalogue_version'), engine)
    .addColumn('id', whole, (c) => c.primaryKey().notNull())
    .addColumn('version', whole, (c) => c.notNull())
    .execute();
  await db.insertInto('catalogue_version').values({ id: 1, version: 1 }).execute();
}

async function createPeople(db: AnyDb, engine: Engine) {
  const whole = wholeType(engine);
  await strict(addId(db.schema.createTable('users'), engine), engine)
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('username_key', 'text', (c) => c.notNull().unique())
    .addColumn('email', 'text')
    .addColumn('email_key', 'text', (c) => c.unique())
    .addColumn('email_verified_at', whole)
    .addColumn('password_hash', 'text')
    .addColumn('role', 'text', (c) => c.notNull().defaultTo('free'))
    .addColumn('created_at', whole, (c) => c.notNull())
    .addCheckConstraint('users_role', sql`role in ('free', 'subscriber', 'admin')`)
    .execute();
  await strict(db.schema.createTable('sessions'), engine)
    .addColumn('id_hash', 'text', (c) => c.primaryKey().notNull())
    .addColumn('user_id', whole, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', whole, (c) => c.notNull())
    .addColumn('last_seen_at', whole, (c) => c.notNull())
    .addColumn('user_agent', 'text')
    .execute();
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
  await strict(addId(db.schema.createTable('favorites'), engine), engine)
    .addColumn('user_id', whole, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('item_type', 'text', (c) => c.notNull())
    .addColumn('item_id', whole, (c) => c.notNull())
    .addColumn('created_at', whole, (c) => c.notNull())
    .addUniqueConstraint('favorites_once', ['user_id', 'item_type', 'item_id'])
    .addCheckConstraint('favorites_type', sql`item_type in ('ocean', 'wave', 'droplet')`)
    .execute();
  await db.schema.createIndex('favorites_item').on('favorites').columns(['item_type', 'item_id']).execute();
  await strict(addId(db.schema.createTable('email_signups'), engine), engine)
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull().unique())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('has_access', booleanType(engine), booleanDefault(engine, true))
    .addColumn('created_at', whole, (c) => c.notNull())
    .execute();
  await strict(addId(db.schema.createTable('email_tokens'), engine), engine)
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('user_id', whole, (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('code_hash', 'text')
    .addColumn('code_attempts', whole, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', whole, (c) => c.notNull())
    .addColumn('expires_at', whole, (c) => c.notNull())
    .addColumn('used_at', whole)
    .execute();
  await db.schema
    .createIndex('email_tokens_email')
    .on('email_tokens')
    .columns(['email_key', 'purpose'])
    .execute();
}

async function createHousekeeping(db: AnyDb, engine: Engine) {
  const whole = wholeType(engine);
  await strict(addId(db.schema.createTable('mails'), engine), engine)
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('html', 'text', (c) => c.notNull())
    .addColumn('created_at', whole, (c) => c.notNull())
    .addColumn('attempts', whole, (c) => c.notNull().defaultTo(0))
    .addColumn('next_attempt_at', whole, (c) => c.notNull())
    .addColumn('sent_at', whole)
    .addColumn('last_error', 'text')
    .execute();
  await db.schema.createIndex('mails_due').on('mails').columns(['sent_at', 'next_attempt_at']).execute();
  await strict(db.schema.createTable('rate_limits'), engine)
    .addColumn('key', 'text', (c) => c.primaryKey().notNull())
    .addColumn('count', whole, (c) => c.notNull())
    .addColumn('resets_at', whole, (c) => c.notNull())
    .addCheckConstraint('rate_limits_count', sql`count >= 0`)
    .execute();
  await strict(db.schema.createTable('secrets'), engine)
    .addColumn('name', 'text', (c) => c.primaryKey().notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
}
