import type { Db } from '#platform/database/open.ts';

export async function countDroplets(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('droplets')
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}
