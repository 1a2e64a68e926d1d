import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Place, Usage } from '../../contract/schemas.ts';
import { maskCount } from '../../shared/mask-count.ts';

/** Most waves, and most oceans, that the screen offers. */
const MAX_PLACES = 50;
/** Number of the most opened droplets whose waves and oceans are offered. */
const MAX_DROPLETS = 500;

interface Placed {
  place: Place;
  opened: number;
}

/**
 * Finds the most opened waves and oceans, the waves first. `opened`: openings by the droplet's id. A place
 * ranks by its most opened droplet, so that having many droplets does not raise it.
 */
export async function mostOpenedPlaces(db: Db, opened: ReadonlyMap<number, number>): Promise<Place[]> {
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
  const waves = new Map<number, Placed>();
  const oceans = new Map<number, Placed>();
  for (const { dropletId, waveId, waveTitle, oceanId, oceanTitle } of rows) {
    const count = opened.get(dropletId) as number;
    addPlace(waves, { kind: 'wave', id: waveId, title: waveTitle }, count);
    addPlace(oceans, { kind: 'ocean', id: oceanId, title: oceanTitle }, count);
  }
  return [waves, oceans].flatMap((places) =>
    [...places.values()]
      .sort((a, b) => b.opened - a.opened || a.place.id - b.place.id)
      .slice(0, MAX_PLACES)
      .map(({ place }) => place),
  );
}

function addPlace(places: Map<number, Placed>, place: Place, opened: number): void {
  const known = places.get(place.id);
  if (!known || known.opened < opened) places.set(place.id, { place, opened });
}

/** Counts the openings of each part of a place, in the owner's order; null for a missing place. */
export async function readReach(
  db: Db,
  { kind, id }: Pick<Place, 'kind' | 'id'>,
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
    place: { kind, id, title: owner.title },
    steps: [...steps.values()].map((step) => ({ title: step.title, opened: maskCount(step.opened) })),
  };
}
