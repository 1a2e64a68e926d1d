import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { dropletsQuery, oceansQuery, wavesQuery } from '#features/catalogue/web/queries.ts';
import { TabPanel, Tabs } from '#platform/design/tabs.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { AdminFrame, loadAdmin } from './admin-frame.tsx';
import {
  CONTENT_PATH,
  type ContentPlace,
  type ContentTab,
  placeOfTab,
  readPlace,
  useContentPlace,
} from './content-place.ts';
import { ItemPanel } from './item-panel.tsx';
import { ALL_SIGNUPS, signupsQuery } from './signup-queries.ts';
import { SignupsPanel } from './signups-panel.tsx';
import { TrailPanel } from './trail-panel.tsx';
import { TransferPanel } from './transfer-panel.tsx';
import { useUnsavedGuard } from './use-unsaved-guard.tsx';

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadAdmin(context);
  if (elsewhere) return elsewhere;
  const { api, queries, search } = context;
  const place = readPlace(search);
  const oceans = await queries.fetchQuery(oceansQuery(api));
  if (place.tab === 'signups') await queries.fetchInfiniteQuery(signupsQuery(api, ALL_SIGNUPS));
  const ocean = chosen(oceans, place.ocean, place.tab !== 'oceans' && place.tab !== 'signups');
  if (!ocean) return undefined;
  const waves = await queries.fetchQuery(wavesQuery(api, ocean.id));
  const wave = chosen(waves, place.wave, place.tab === 'droplets');
  if (wave && place.tab === 'droplets') await queries.fetchQuery(dropletsQuery(api, wave.id));
  return undefined;
}

/** What the address names; or the first one, where there must be one. */
function chosen<T extends { id: number }>(items: readonly T[], id: number | null, must: boolean): T | null {
  return items.find((item) => item.id === id) ?? (must ? (items[0] ?? null) : null);
}

/** /admin/content: oceans, waves, droplets and the addresses of those who entered. */
export function Page() {
  return (
    <AdminFrame title="Content Management" path={CONTENT_PATH} heading="Content Management">
      <Content />
    </AdminFrame>
  );
}

const LABEL = 'Content';

function Content() {
  const [place, go] = useContentPlace();
  const [dirty, setDirty] = useState(false);
  const { ask, dialog } = useUnsavedGuard(dirty);
  const lists = useLists(place);
  const { oceans, waves, droplets, ocean, wave, tab } = lists;

  // An address may name what is not there, or leave out what must be chosen.
  const oceanId = ocean?.id ?? null;
  const waveId = wave?.id ?? null;
  useEffect(() => {
    if (!lists.settled || tab === 'signups') return;
    if (tab !== place.tab || oceanId !== place.ocean || waveId !== place.wave)
      go({ ...place, tab, ocean: oceanId, wave: waveId }, { replace: true });
  }, [lists.settled, tab, oceanId, waveId, place, go]);

  const goTo = (next: ContentPlace) => ask(dirty, () => go(next));
  const common = {
    dirty,
    onDirty: setDirty,
    ask,
    edit: place.edit,
    onEdit: (edit: number | null) => go({ ...place, edit }),
    oceans: oceans.data ?? [],
    waves: waves.data ?? [],
  };
  const closed = whyClosed(lists);
  return (
    <>
      <Tabs<ContentTab>
        label={LABEL}
        current={tab}
        onChoose={(next) => goTo(placeOfTab(next, place, oceans.data ?? [], waves.data ?? []))}
        tabs={[
          { name: 'oceans', label: 'Oceans' },
          { name: 'waves', label: 'Waves', closed: closed.waves },
          { name: 'droplets', label: 'Droplets', closed: closed.droplets },
          { name: 'signups', label: 'Email Signups' },
        ]}
      />
      {dialog}
      <TabPanel label={LABEL} current={tab}>
        {tab === 'oceans' ? (
          <ItemPanel
            key="oceans"
            kind="ocean"
            items={oceans.data}
            failed={oceans.isError && oceans.data === undefined}
            queryKey={lists.keys.oceans}
            parentId={null}
            within={null}
            onDrill={({ id }) => go({ tab: 'waves', ocean: id, wave: null, edit: null })}
            {...common}
          />
        ) : null}
        {tab === 'waves' && ocean ? (
          <ItemPanel
            key={`waves-${ocean.id}`}
            kind="wave"
            items={waves.data}
            failed={waves.isError && waves.data === undefined}
            queryKey={lists.keys.waves}
            parentId={ocean.id}
            within={ocean.title}
            onDrill={({ id }) => go({ tab: 'droplets', ocean: ocean.id, wave: id, edit: null })}
            {...common}
          />
        ) : null}
        {tab === 'droplets' && wave ? (
          <ItemPanel
            key={`droplets-${wave.id}`}
            kind="droplet"
            items={droplets.data}
            failed={droplets.isError && droplets.data === undefined}
            queryKey={lists.keys.droplets}
            parentId={wave.id}
            within={wave.title}
            onDrill={() => {}}
            {...common}
          />
        ) : null}
        {tab === 'signups' ? <SignupsPanel /> : null}
      </TabPanel>
      <div className="quiet-panels">
        <TransferPanel wave={tab === 'droplets' ? wave : null} />
        <TrailPanel />
      </div>
    </>
  );
}

/** The three lists that the place asks for, and what of it is really there. */
function useLists(place: ContentPlace) {
  const api = useApi();
  const oceans = useQuery(oceansQuery(api));
  const wantsOcean = place.tab === 'waves' || place.tab === 'droplets';
  const ocean = place.tab === 'oceans' ? null : chosen(oceans.data ?? [], place.ocean, wantsOcean);
  const waves = useQuery({ ...wavesQuery(api, ocean?.id ?? 0), enabled: ocean !== null });
  const wantsDroplets = place.tab === 'droplets';
  const wave = ocean === null ? null : chosen(waves.data ?? [], place.wave, wantsDroplets);
  const droplets = useQuery({
    ...dropletsQuery(api, wave?.id ?? 0),
    enabled: wantsDroplets && wave !== null,
  });
  // A tab that has nothing to show gives way to the one before it.
  let tab = place.tab;
  if (tab === 'droplets' && waves.data?.length === 0) tab = 'waves';
  if (wantsOcean && (oceans.data ? oceans.data.length === 0 : oceans.isError)) tab = 'oceans';
  return {
    oceans,
    waves,
    droplets,
    ocean,
    wave,
    tab,
    settled: oceans.data !== undefined && (ocean === null || waves.data !== undefined),
    keys: {
      oceans: oceansQuery(api).queryKey as readonly string[],
      waves: wavesQuery(api, ocean?.id ?? 0).queryKey as readonly string[],
      droplets: dropletsQuery(api, wave?.id ?? 0).queryKey as readonly string[],
    },
  };
}

/** Why a tab cannot be chosen now. */
function whyClosed({ oceans, waves, ocean }: ReturnType<typeof useLists>) {
  const hasOceans = (oceans.data?.length ?? 0) > 0;
  const noOceans = hasOceans ? undefined : 'Create an ocean first.';
  if (noOceans) return { waves: noOceans, droplets: noOceans };
  if (ocean === null) return { droplets: 'Choose the waves of an ocean first.' };
  if (!waves.data) return { droplets: 'The waves are being loaded.' };
  return waves.data.length === 0 ? { droplets: 'Create a wave in this ocean first.' } : {};
}
