import { useQuery } from '@tanstack/react-query';
import { KeepSlot } from '#features/offline/web/keep-slot.tsx';
import { begunPart } from '#features/progress/web/begun-part.tsx';
import { Head } from '#features/settings/web/head.tsx';
import { itemPath } from '#features/sharing/shared/item-address.ts';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { type LoadContext, type LoadResult, type PageProps, useApi } from '#platform/web/page.ts';
import type { Wave } from '../../contract/schemas.ts';
import { ItemFallback } from '../items/item-fallback.tsx';
import { dropletsQuery, oceanQuery, waveQuery, wavesQuery } from '../items/queries.ts';
import { useOcean, useWave } from '../items/use-item.ts';
import { loadOpenDroplet } from '../viewer/load-viewer.ts';
import { ItemHero } from './item-hero.tsx';
import { WaveDroplets } from './wave-droplets.tsx';
import { WaveStepper } from './wave-stepper.tsx';

export async function load(context: LoadContext): Promise<LoadResult> {
  const { api, queries, params } = context;
  const id = params.id ?? '';
  const droplets = queries.fetchQuery(dropletsQuery(api, id));
  // Awaited only if the wave exists; until then a failure must not count as unhandled.
  droplets.catch(() => {});
  const wave = await queries.fetchQuery(waveQuery(api, id));
  if (!wave) return { status: 404 };
  const [list] = await Promise.all([
    droplets,
    queries.fetchQuery(oceanQuery(api, wave.oceanId)),
    queries.fetchQuery(wavesQuery(api, wave.oceanId)),
  ]);
  await loadOpenDroplet(context, list);
}

/** /waves/{id}: one wave and its droplets. */
export function Page({ params }: PageProps) {
  const query = useWave(Number(params.id));
  const wave = query.data;
  const { data: ocean } = useOcean(wave?.oceanId);
  const path = `/waves/${params.id}`;
  if (!wave || query.isError) return <ItemFallback name="Wave" path={path} query={query} />;
  return (
    <div className="wrap">
      <Head title={wave.title} description={wave.description} path={itemPath('wave', wave)} ofItem />
      <WaveNavigation wave={wave} />
      <ItemHero
        key={wave.id}
        kind="wave"
        item={wave}
        ocean={ocean}
        note={<Through wave={wave} />}
        action={(className) => <Through wave={wave} className={className} />}
      />
      <WaveDroplets wave={wave} />
      <KeepSlot wave={wave} />
    </div>
  );
}

const Through = begunPart(() => import('../continue/through.tsx').then((module) => module.Through));

function WaveNavigation({ wave }: { wave: Wave }) {
  const { data: ocean } = useOcean(wave.oceanId);
  const { data: waves } = useQuery(wavesQuery(useApi(), wave.oceanId));
  return (
    <div className="topbar">
      <nav className="crumbs" aria-label="Breadcrumb">
        <Link href={ocean ? `/oceans/${ocean.id}` : '/app'}>
          <Icon name="left" />
          <span className="clamp-2">{ocean ? ocean.title : 'Back to Oceans'}</span>
        </Link>
      </nav>
      {waves ? <WaveStepper wave={wave} waves={waves} /> : null}
    </div>
  );
}
