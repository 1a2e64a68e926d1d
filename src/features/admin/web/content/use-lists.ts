import { useQuery } from '@tanstack/react-query';
import { dropletsQuery, oceansQuery, wavesQuery } from '#features/catalogue/web/items/queries.ts';
import { useApi } from '#platform/web/page.ts';
import type { ContentAddress } from './content-address.ts';

/** Returns the item with the id. Without an id: the first item if there `must` be one, else null. */
export function chosen<T extends { id: number }>(
  items: readonly T[],
  id: number | null,
  must: boolean,
): T | null {
  return items.find((item) => item.id === id) ?? (must ? (items[0] ?? null) : null);
}

/** Loads the lists of an address, and resolves its selection against them. */
export function useLists(address: ContentAddress) {
  const api = useApi();
  const oceans = useQuery(oceansQuery(api));
  const wantsOcean = address.tab === 'waves' || address.tab === 'droplets';
  const isOceanComing = isComing(oceans, address.ocean);
  const ocean =
    address.tab === 'oceans' || isOceanComing ? null : chosen(oceans.data ?? [], address.ocean, wantsOcean);
  const waves = useQuery({ ...wavesQuery(api, ocean?.id ?? 0), enabled: ocean !== null });
  const wantsDroplets = address.tab === 'droplets';
  const isWaveComing = isComing(waves, address.wave);
  const wave = ocean === null || isWaveComing ? null : chosen(waves.data ?? [], address.wave, wantsDroplets);
  const droplets = useQuery({
    ...dropletsQuery(api, wave?.id ?? 0),
    enabled: wantsDroplets && wave !== null,
  });
  // A tab without content falls back to the one before it.
  let tab = address.tab;
  if (tab === 'droplets' && waves.data?.length === 0) tab = 'waves';
  if (wantsOcean && (oceans.data ? oceans.data.length === 0 : oceans.isError)) tab = 'oceans';
  return {
    oceans,
    waves,
    droplets,
    ocean,
    wave,
    tab,
    settled:
      oceans.data !== undefined &&
      (ocean === null || waves.data !== undefined) &&
      !isOceanComing &&
      !isWaveComing,
    keys: {
      oceans: oceansQuery(api).queryKey as readonly string[],
      waves: wavesQuery(api, ocean?.id ?? 0).queryKey as readonly string[],
      droplets: dropletsQuery(api, wave?.id ?? 0).queryKey as readonly string[],
    },
  };
}

/** Tells whether a list without the item is being refetched, as after creation on another page. */
const isComing = (
  { data, isFetching }: { data?: readonly { id: number }[] | undefined; isFetching: boolean },
  id: number | null,
): boolean => isFetching && id !== null && !data?.some((item) => item.id === id);

/** Returns the reasons why tabs are disabled. */
export function whyClosed({ oceans, waves, ocean }: ReturnType<typeof useLists>) {
  const hasOceans = (oceans.data?.length ?? 0) > 0;
  const noOceans = hasOceans ? undefined : 'Create an ocean first.';
  if (noOceans) return { waves: noOceans, droplets: noOceans };
  if (ocean === null) return { droplets: 'Open the waves of an ocean first.' };
  if (!waves.data) return { droplets: 'Loading waves. One moment.' };
  return waves.data.length === 0 ? { droplets: 'Create a wave in this ocean first.' } : {};
}
