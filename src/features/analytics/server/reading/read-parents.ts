import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Parent, Usage } from '../../contract/schemas.ts';
import { maskCount } from '../../shared/mask-count.ts';

/** Maximum waves, and maximum oceans, on the screen. */
const MAX_PARENTS = 50;
/** Number of the most opened droplets whose waves and oceans are listed. */
const MAX_DROPLETS = 500;

interface OpenedParent {
  parent: Parent;
  opened: number;
}

/**
 * Finds the most opened waves and oceans, waves first. `opened`: openings by the droplet's id. A parent ranks
 * by its most opened droplet, so that many droplets give no advantage.
 */
export async function mostOpenedParents(db: Db, opened: ReadonlyMap<number, number>): Promise<Parent[]> {
  if (opened.size === 0) return [];
  const ids = [...opened]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_DROPLETS)
    .map(([id]) => id);
  const rows = await db
    .selectFrom('droplets')
    .innerJoin('waves', 'waves.id', 'droplets.wave_id')
    .innerJoin('oceans', 'oceans.id', 'waves.ocean_id')
    .select([
      'droplets.id as dropletId',
      'waves.id as waveId',
      'waves.title as waveTitle',
      'oceans.id as oceanId',
      'oceans.title as oceanTitle',
    ])
    .where(isOneOf(db, 'droplets.id', ids))
    .execute();
  const waves = new Map<number, OpenedParent>();
  const oceans = new Map<number, OpenedParent>();
  for (const { dropletId, waveId, waveTitle, oceanId, oceanTitle } of rows) {
    const count = opened.get(dropletId) as number;
    addParent(waves, { kind: 'wave', id: waveId, title: waveTitle }, count);
    addParent(oceans, { kind: 'ocean', id: oceanId, title: oceanTitle }, count);
  }
  return [waves, oceans].flatMap((parents) =>
    [...parents.values()]
      .sort((a, b) => b.opened - a.opened || a.parent.id - b.parent.id)
      .slice(0, MAX_PARENTS)
      .map(({ parent }) => parent),
  );
}

function addParent(parents: Map<number, OpenedParent>, parent: Parent, opened: number): void {
  const known = parents.get(parent.id);
  if (!known || known.opened < opened) parents.set(parent.id, { parent, opened });
}

/** Counts the openings of each part of a parent, in catalogue order; null for a missing parent. */
export async function readReach(
  db: Db,
  { kind, id }: Pick<Parent, 'kind' | 'id'>,
  opened: ReadonlyMap<number, number>,
): Promise<Usage['reach']> {
  const owner = await db
    .selectFrom(kind === 'wave' ? 'waves' : 'oceans')
    .select('title')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!owner) return null;
  const rows = await db
    .selectFrom('droplets')
    .innerJoin('waves', 'waves.id', 'droplets.wave_id')
    .select(['droplets.id', 'droplets.title', 'waves.id as waveId', 'waves.title as waveTitle'])
    .where(kind === 'wave' ? 'waves.id' : 'waves.ocean_id', '=', id)
    .orderBy('waves.position')
    .orderBy('waves.id')
    .orderBy('droplets.position')
    .orderBy('droplets.id')
    .execute();
  const steps = new Map<number, { title: string; opened: number }>();
  for (const row of rows) {
    const key = kind === 'wave' ? row.id : row.waveId;
    const before = steps.get(key)?.opened ?? 0;
    const title = kind === 'wave' ? row.title : row.waveTitle;
    steps.set(key, { title, opened: Math.max(before, opened.get(row.id) ?? 0) });
  }
  return {
    parent: { kind, id, title: owner.title },
    steps: [...steps.values()].map((step) => ({ title: step.title, opened: maskCount(step.opened) })),
  };
}
