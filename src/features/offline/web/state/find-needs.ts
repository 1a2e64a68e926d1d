import { holds, type KeptRef, keyOf } from '../store/kept.ts';
import { Refused, storedSize } from '../store/kept-files.ts';
import { readKept } from '../store/kept-index.ts';
import { type Plan, planItem } from '../store/plan-item.ts';

/** Missing parts of an item or list on this device. */
export interface Needs {
  lessons: number;
  /** Lessons that need a connection even when kept. */
  away: number;
  /** Bytes of media. */
  bytes: number;
}

/**
 * Computes the download for items, without those that the server refuses. Requests the sizes of missing files
 * from the server.
 */
export async function findNeeds(refs: KeptRef[]): Promise<Needs> {
  const kept = await readKept();
  const missing = refs.filter((ref) => !(kept && holds(kept, ref)));
  const plans = (await Promise.all(missing.map(planGiven))).filter((plan) => plan !== null);
  const paths = [...new Set(plans.flatMap(({ media }) => media.flat()))];
  const sizes = await Promise.all(paths.map(missingSize));
  return {
    lessons: new Set(plans.flatMap(({ item }) => item.lessons.map(({ id }) => id))).size,
    away: plans.reduce((sum, { away }) => sum + away, 0),
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}

const planGiven = (ref: KeptRef): Promise<Plan | null> =>
  planItem(ref).catch((error) => {
    if (error instanceof Refused) return null;
    throw error;
  });

async function missingSize(path: string): Promise<number> {
  if ((await storedSize(keyOf(path))) !== undefined) return 0;
  const response = await fetch(path, { method: 'HEAD', cache: 'no-store' });
  return response.ok ? Number(response.headers.get('content-length')) : 0;
}
