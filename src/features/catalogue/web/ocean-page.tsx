import { useQuery } from '@tanstack/react-query';
import { Head } from '#features/settings/web/head.tsx';
import { SubscribeGate } from '#features/subscriptions/web/subscribe-gate.tsx';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { type LoadContext, type LoadResult, type PageProps, useApi } from '#platform/web/page.ts';
import type { Ocean } from '../contract.ts';
import { coverAddress } from './cover.tsx';
import { NoItem } from './no-item.tsx';
import { extentOf } from './ocean-extent.ts';
import { oceanQuery, wavesQuery } from './queries.ts';
import { CONTENT_ERROR, QuietState } from './quiet-state.tsx';
import { Scene } from './scene.tsx';
import { CardSkeletons } from './skeletons.tsx';
import { useOcean } from './use-item.ts';
import { WaveCard } from './wave-card.tsx';

export async function load({ api, queries, params }: LoadContext): Promise<LoadResult> {
  const id = params.id as string;
  const waves = queries.fetchQuery(wavesQuery(api, id));
  // Judged below, once the ocean is known to be there.
  waves.catch(() => {});
  if (!(await queries.fetchQuery(oceanQuery(api, id)))) return { status: 404 };
  await waves;
}

/** /oceans/{id} */
export function Page({ params }: PageProps) {
  const query = useOcean(Number(params.id));
  const ocean = query.data;
  const path = `/oceans/${params.id}`;
  if (!ocean || query.isError) return <NoItem kind="Ocean" path={path} query={query} />;
  return (
    <div className="wrap">
      <Head
        title={ocean.title}
        description={ocean.description}
        path={path}
        image={coverAddress('ocean', ocean)}
      />
      <div className="topbar">
        <nav className="crumbs" aria-label="Breadcrumb">
          <Link href="/app">
            <Icon name="left" />
            Knowledge Oceans
          </Link>
        </nav>
      </div>
      <Scene key={ocean.id} kind="ocean" of={ocean} meta={extentOf(ocean)} />
      <Waves ocean={ocean} />
    </div>
  );
}

function Waves({ ocean }: { ocean: Ocean }) {
  const { data: waves, isError } = useQuery(wavesQuery(useApi(), ocean.id));
  return (
    <section className="section">
      {ocean.locked ? (
        <SubscribeGate
          title="This ocean is for subscribers"
          samples={waves?.filter((wave) => wave.isSample).length}
        />
      ) : null}
      <div className="section-head">
        <h2>Waves in this ocean</h2>
      </div>
      {isError ? (
        <QuietState failed level={3} title={CONTENT_ERROR} />
      ) : waves === undefined ? (
        <CardSkeletons kind="wave" count={ocean.waveCount} label="Loading waves" />
      ) : waves.length === 0 ? (
        <QuietState level={3} title="No waves available for this ocean yet" />
      ) : (
        <ul className="grid-3">
          {waves.map((wave) => (
            <WaveCard key={wave.id} wave={wave} headingLevel={3} />
          ))}
        </ul>
      )}
    </section>
  );
}
