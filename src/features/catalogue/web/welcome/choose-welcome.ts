import type { FavoriteItems } from '#features/favorites/contract/schemas.ts';
import { WELCOME_LESSONS } from '#features/progress/contract/calls.ts';
import type { MarkInWave, Progress, Welcome } from '#features/progress/contract/schemas.ts';
import { isDue } from '#features/progress/shared/marks.ts';
import type { Droplet, Wave } from '../../contract/schemas.ts';

/** Reads the catalogue. Missing items are null or empty. */
export interface CatalogueReader {
  wave(id: number): Promise<Wave | null>;
  wavesIn(oceanId: number): Promise<readonly Wave[]>;
  dropletsIn(waveId: number): Promise<readonly Droplet[]>;
}

export interface ReaderState {
  progress: Pick<Progress, 'stops' | 'waves' | 'again'>;
  saved: SavedItems;
  /** The lesson to continue with. It has its own link, so the choice leaves it out. */
  next: Pick<Droplet, 'id' | 'waveId'> | null;
}

interface SavedItems {
  oceans: readonly Pick<FavoriteItems['oceans'][number], 'id'>[];
  waves: readonly Pick<FavoriteItems['waves'][number], 'id' | 'oceanId'>[];
  droplets: readonly Pick<FavoriteItems['droplets'][number], 'id' | 'waveId'>[];
}

/** Maximum number of signs of each kind, and of waves of one ocean, to consider. */
const MAX_SIGNS = 6;
/** Number of oceans to try, because one may have too few lessons left. */
const MAX_OCEANS = 3;

/** Something that the reader did, and the ocean that it points to. */
interface Sign {
  oceanId: number;
  weight: number;
  begun?: Wave;
  saved?: NonNullable<Welcome['saved']> & { waveId?: number };
  again?: MarkInWave;
}

/**
 * Chooses lessons of one ocean for a reader who was away, from items that they saved, began or marked: open
 * to them and mostly unseen. Null when no such ocean has enough. The same state gives the same choice.
 */
export async function chooseWelcome(
  state: ReaderState,
  catalogue: CatalogueReader,
  now: number,
): Promise<Omit<Welcome, 'day'> | null> {
  const signs = await findSigns(state, catalogue, now);
  const weights = new Map<number, number>();
  for (const { oceanId, weight } of signs) weights.set(oceanId, (weights.get(oceanId) ?? 0) + weight);
  const oceans = [...weights].sort(([, a], [, b]) => b - a).slice(0, MAX_OCEANS);
  for (const [oceanId] of oceans) {
    const own = signs.filter((sign) => sign.oceanId === oceanId);
    const lessons = await chooseLessons(oceanId, own, state, catalogue);
    if (lessons.length < WELCOME_LESSONS) continue;
    const again = own.find((sign) => lessons.some(({ id }) => id === sign.again?.dropletId))?.again;
    const saved = own.find((sign) => sign.saved)?.saved;
    return {
      oceanId,
      lessons: lessons.map(({ id, waveId }) => ({ dropletId: id, waveId })),
      saved: saved ? { kind: saved.kind, id: saved.id } : null,
      begunWaveId: own.find((sign) => sign.begun)?.begun?.id ?? null,
      againDropletId: again?.dropletId ?? null,
    };
  }
  return null;
}

/** Finds signs with their weights: a saved ocean weighs most, the wave to continue least. */
async function findSigns(
  { progress, saved, next }: ReaderState,
  catalogue: CatalogueReader,
  now: number,
): Promise<Sign[]> {
  const due = progress.again.filter((mark) => isDue(mark, now));
  const ofWave = async (waveId: number, sign: (wave: Wave) => Omit<Sign, 'oceanId'>): Promise<Sign[]> => {
    const wave = await catalogue.wave(waveId);
    return wave ? [{ ...sign(wave), oceanId: wave.oceanId }] : [];
  };
  const found = await Promise.all([
    ...saved.oceans
      .slice(0, MAX_SIGNS)
      .map(({ id }) => [{ oceanId: id, weight: 3, saved: { kind: 'ocean', id } }]),
    ...saved.waves
      .slice(0, MAX_SIGNS)
      .map(({ id, oceanId }) => [{ oceanId, weight: 2, saved: { kind: 'wave', id, waveId: id } }]),
    ...saved.droplets
      .slice(0, MAX_SIGNS)
      .map(({ id, waveId }) => ofWave(waveId, () => ({ weight: 2, saved: { kind: 'droplet', id, waveId } }))),
    ...progress.stops
      .slice(0, MAX_SIGNS)
      .map(({ waveId }) => ofWave(waveId, (begun) => ({ weight: waveId === next?.waveId ? 1 : 2, begun }))),
    ...due.slice(0, MAX_SIGNS).map((again) => ofWave(again.waveId, () => ({ weight: 2, again }))),
  ] as (Sign[] | Promise<Sign[]>)[]);
  return found.flat();
}

/**
 * Chooses up to three lessons: unseen saved ones, then unseen ones of begun and saved waves, then of the
 * ocean's other waves. A due mark comes last.
 */
async function chooseLessons(
  oceanId: number,
  signs: readonly Sign[],
  { progress, next }: ReaderState,
  catalogue: CatalogueReader,
): Promise<Droplet[]> {
  const seen = new Set(progress.waves.flatMap((wave) => wave.seen));
  const waveIds = new Set([
    ...signs.flatMap(({ begun, again }) => [begun?.id, again?.waveId]),
    ...signs.map((sign) => sign.saved?.waveId),
    ...(await catalogue.wavesIn(oceanId)).map(({ id }) => id),
  ]);
  waveIds.delete(undefined);
  const lists = await Promise.all(
    ([...waveIds] as number[]).slice(0, MAX_SIGNS).map((id) => catalogue.dropletsIn(id)),
  );
  const open = lists.flat().filter(({ id, locked }) => !locked && id !== next?.id);
  const isSaved = new Set(signs.map(({ saved }) => (saved?.kind === 'droplet' ? saved.id : undefined)));
  const again = open.find(({ id }) => signs.some((sign) => sign.again?.dropletId === id));
  const unseen = open.filter(({ id }) => !seen.has(id) && id !== again?.id);
  const ordered = [
    ...unseen.filter(({ id }) => isSaved.has(id)),
    ...unseen.filter(({ id }) => !isSaved.has(id)),
  ];
  return again ? [...ordered.slice(0, WELCOME_LESSONS - 1), again] : ordered.slice(0, WELCOME_LESSONS);
}
