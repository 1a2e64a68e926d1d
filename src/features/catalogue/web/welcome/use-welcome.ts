import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { favoriteItemsQuery } from '#features/favorites/web/queries.ts';
import type { Progress, Welcome } from '#features/progress/contract/schemas.ts';
import { keepWelcome } from '#features/progress/web/remember/keep-welcome.ts';
import { useReaderId } from '#features/progress/web/remember/use-progress.ts';
import type { Api } from '#platform/web/api-client.ts';
import { useApi } from '#platform/web/page.ts';
import type { Droplet } from '../../contract/schemas.ts';
import type { Continuation } from '../continue/find-continuation.ts';
import { dropletQuery, oceanQuery, readDroplets, waveQuery, wavesQuery } from '../items/queries.ts';
import { dayOf, isWelcomed } from './away.ts';
import { type CatalogueReader, chooseWelcome } from './choose-welcome.ts';
import { describeReasons, describeTime } from './describe-welcome.ts';

/** The content of a shown welcome. */
export interface WelcomeContent {
  /** 'Three quiet minutes from Breath'. */
  title: string;
  reasons: string;
  lessons: Droplet[];
}

/**
 * Returns the lessons for a reader who was away; null when no ocean has enough of them, undefined while
 * unknown. `begun`: the droplet to continue with. Both arguments are undefined while unknown.
 */
export function useWelcome(
  progress: Progress | undefined,
  begun: Continuation | null | undefined,
): WelcomeContent | null | undefined {
  const api = useApi();
  const queries = useQueryClient();
  const userId = useReaderId();
  const now = Date.now();
  const { data, isError } = useQuery({
    queryKey: ['welcome', userId, dayOf(now)],
    queryFn: async () => {
      if (!progress || begun === undefined || userId === undefined) return null;
      const context = { api, queries, userId };
      const welcome = isWelcomed(progress, now)
        ? progress.welcome
        : await choose(context, progress, begun?.droplet ?? null, now);
      return welcome && (await read(context, welcome));
    },
    enabled: progress !== undefined && begun !== undefined && userId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isError ? null : data;
}

interface Context {
  api: Api;
  queries: QueryClient;
  /** Null for a visitor. */
  userId: number | null;
}

async function choose(
  context: Context,
  progress: Progress,
  next: Pick<Droplet, 'id' | 'waveId'> | null,
  now: number,
): Promise<Welcome | null> {
  const { api, queries, userId } = context;
  const saved = userId === null ? NOTHING_SAVED : await queries.fetchQuery(favoriteItemsQuery(api, userId));
  const chosen = await chooseWelcome({ progress, saved, next }, readerOf(context), now);
  return chosen && keepWelcome(context, { ...chosen, day: dayOf(now) });
}

const NOTHING_SAVED = { oceans: [], waves: [], droplets: [] };

const readerOf = ({ api, queries }: Context): CatalogueReader => ({
  wave: (id) => queries.fetchQuery(waveQuery(api, id)),
  wavesIn: (oceanId) => queries.fetchQuery(wavesQuery(api, oceanId)),
  dropletsIn: (waveId) => readDroplets(api, queries, waveId),
});

/** Reads the items of a welcome. Null when none of its lessons is open any more. */
async function read(context: Context, welcome: Welcome): Promise<WelcomeContent | null> {
  const { api, queries } = context;
  const catalogue = readerOf(context);
  const ocean = await queries.fetchQuery(oceanQuery(api, welcome.oceanId));
  const waveIds = [...new Set(welcome.lessons.map(({ waveId }) => waveId))];
  const droplets = (await Promise.all(waveIds.map(catalogue.dropletsIn))).flat();
  const lessons = welcome.lessons.flatMap(
    ({ dropletId }) => droplets.find(({ id, locked }) => id === dropletId && !locked) ?? [],
  );
  if (!ocean || lessons.length === 0) return null;
  const { saved, begunWaveId, againDropletId } = welcome;
  const waveTitle = async (id: number) => (await catalogue.wave(id))?.title ?? null;
  // The droplet may be missing among the lessons, when the reader has seen it.
  const dropletTitle = async (id: number) => (await queries.fetchQuery(dropletQuery(api, id)))?.title ?? null;
  const savedTitle = async ({ kind, id }: NonNullable<Welcome['saved']>) =>
    kind === 'ocean' ? true : kind === 'wave' ? waveTitle(id) : dropletTitle(id);
  return {
    title: describeTime(lessons, ocean.title),
    lessons,
    reasons: describeReasons({
      saved: saved && (await savedTitle(saved)),
      begun: begunWaveId === null ? null : await waveTitle(begunWaveId),
      again: lessons.find(({ id }) => id === againDropletId)?.title ?? null,
    }),
  };
}
