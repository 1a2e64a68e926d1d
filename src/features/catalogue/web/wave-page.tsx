import { useQuery } from '@tanstack/react-query';
import { Head } from '#features/settings/web/head.tsx';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { type LoadContext, type LoadResult, type PageProps, useApi } from '#platform/web/page.ts';
import type { Wave } from '../contract.ts';
import { coverAddress } from './cover.tsx';
import { NoItem } from './no-item.tsx';
import { dropletsQuery, oceanQuery, waveQuery, wavesQuery } from './queries.ts';
import { Scene } from './scene.tsx';
import { useOcean, useWave } from './use-item.ts';
import { loadOpenDroplet } from './viewer-code.ts';
import { WaveDroplets } from './wave-droplets.tsx';
import { WaveStepper } from './wave-stepper.tsx';

export async function load(context: LoadContext): Promise<LoadResult> {
  const { api, queries, params } = context;
  const id = params.id as string;
  const droplets = queries.fetchQuery(dropletsQuery(api, id));
  // Judged below, once the wave is known to be there.
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

/** /waves/{id} */
export function Page({ params }: PageProps) {
  const query = useWave(Number(params.id));
  const wave = query.data;
  const path = `/waves/${params.id}`;
  if (!wave || query.isError) return <NoItem kind="Wave" path={path} query={query} />;
  return (
    <div className="wrap">
      <Head
        title={wave.title}
        description={wave.description}
        path={path}
        image={coverAddress('wave', wave)}
      />
      <WaveTop wave={wave} />
      <Scene key={wave.id} kind="wave" of={wave} minutes={wave.duration} />
      <WaveDroplets wave={wave} />
    </div>
  );
}

function WaveTop({ wave }: { wave: Wave }) {
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
