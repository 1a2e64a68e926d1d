import { insertRows, type Value } from '#platform/database/copy/rows.ts';
import { type TableShape, tableShapes } from '#platform/database/copy/table-shapes.ts';
import type { Db } from '#platform/database/open.ts';

/* Rows of a site at an older version: each version gets the rows of its tables and columns. */

const item = {
  position: 0,
  title: 'Rivers run',
  description: 'What runs.',
  image_url: null,
  media_type: 'none',
  media_url: '/media/a.mp4',
  captions_url: null,
  access_type: 'free',
  is_published: 1,
  keywords: '["river"]',
  additional_resources: '[]',
  created_at: 1,
  updated_at: 2,
  version: 1,
  duration: 3,
  is_sample: 0,
};
const FILLING: [string, Record<string, Value>][] = [
  ['oceans', { ...item, id: 1, slug: 'o' }],
  ['waves', { ...item, id: 1, slug: 'w', ocean_id: 1 }],
  ['droplets', { ...item, id: 1, slug: 'd1', wave_id: 1 }],
  ['droplets', { ...item, id: 5, slug: 'd5', wave_id: 1, is_published: 0 }],
  ['droplet_keywords', { droplet_id: 1, keyword: 'river' }],
  ['media_references', { path: '/media/a.mp4', item_type: 'droplet', item_id: 1, is_picture: 0 }],
  [
    'users',
    {
      id: 1,
      username: 'A',
      username_key: 'a',
      email: null,
      email_key: null,
      email_verified_at: null,
      password_hash: 'x',
      role: 'subscriber',
      created_at: 1,
    },
  ],
  ['sessions', { id_hash: 's', user_id: 1, created_at: 1, last_seen_at: 1, user_agent: null }],
  ['favorites', { id: 1, user_id: 1, item_type: 'droplet', item_id: 1, created_at: 1 }],
  [
    'email_signups',
    { id: 1, email: 'a@b.c', email_key: 'a@b.c', source: 'landing', has_access: 1, created_at: 1 },
  ],
  ['settings', { key: 'siteName', value: 'Mine', category: 'general', description: null, updated_at: 1 }],
  [
    'mails',
    {
      id: 1,
      recipient: 'a@b.c',
      subject: 's',
      text: 't',
      html: 'h',
      created_at: 1,
      attempts: 0,
      next_attempt_at: 1,
      sent_at: null,
      last_error: null,
    },
  ],
  [
    'audit_log',
    { id: 1, at: 1, user_id: 1, action: 'edit', item_type: 'ocean', item_id: '1', title: 't', details: '{}' },
  ],
  [
    'uploads',
    {
      id: 1,
      hash: 'h',
      name: 'n',
      kind: 'image',
      content_type: 'image/webp',
      bytes: 1,
      width: null,
      height: null,
      files: '{}',
      original_name: 'o',
      created_at: 1,
      uploaded_by: 1,
      is_whole: 1,
      unused_since: null,
    },
  ],
];

/** Inserts the rows into the existing tables, or only into `known` tables and columns. */
export async function fillOldDatabase(db: Db, known?: readonly TableShape[]): Promise<void> {
  const shapes = new Map((known ?? (await tableShapes(db))).map((shape) => [shape.name, shape]));
  for (const [name, values] of FILLING) {
    const shape = shapes.get(name);
    if (!shape) continue;
    const columns = shape.columns.filter((column) => column.name in values);
    await insertRows(db, { ...shape, columns }, [columns.map((column) => values[column.name] ?? null)]);
  }
}
