import type { Db } from '#platform/database/open.ts';
import type { Upload } from '../../contract/schemas.ts';
import { toUpload } from '../queries.ts';
import { jobOf } from './job-queries.ts';

/** Finds an upload and its job; undefined when there is none, or no job. */
export async function preparedUpload(db: Db, id: number): Promise<Upload | undefined> {
  const row = await db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
  const job = row && (await jobOf(db, row.name));
  return job && toUpload(row, job);
}
