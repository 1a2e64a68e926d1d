import { useQuery } from '@tanstack/react-query';
import { Head } from '#features/settings/web/head.tsx';
import { itemPath } from '#features/sharing/shared/item-address.ts';
import { SubscribeGate } from '#features/subscriptions/web/dialog/subscribe-gate.tsx';
import { Icon } from '#platform/design/icon.tsx';
import { CONTENT_ERROR, EmptyState } from '#platform/design/state/empty-state.tsx';
import { Link } from '#platform/web/link.tsx';
import { type LoadContext, type LoadResult, type PageProps, useApi } from '#platform/web/page.ts';
import type { Ocean } from '../../contract/schemas.ts';
import { cardGrid } from '../items/card/card-grid.ts';
import { ItemFallback } from '../items/item-fallback.tsx';
import { extentOf } from '../items/ocean-extent.ts';
import { oceanQuery, wavesQuery } from '../items/queries.ts';
import { useOcean } from '../items/use-item.ts';
import { CardSkeletons } from './card-skeletons.tsx';
import { ItemHero } from './item-hero.tsx';
import { WaveCard } from './wave-card.tsx';

export async function load({ api, queries, params }: LoadContext): Promise<LoadResult> {
  const id = params.id ?? '';
  const waves = queries.fetchQuery(wavesQuery(api, id));
  // Awaited only if the ocean exists; until then a failure must not count as unhandled.
  waves.catch(() => {});
  if (!(await queries.fetchQuery(oceanQuery(api, id)))) return { status: 404 };
  await waves;
}

/** /oceans/{id}: one ocean and its waves. */
export function Page({ params }: PageProps) {
  const query = useOcean(Number(params.id));
  const ocean = query.data;
  const path = `/oceans/${params.id}`;
  if (!ocean || query.isError) return <ItemFallback name="Ocean" path={path} query={query} />;
  return (
    <div className="wrap">
      <Head title={ocean.title} description={ocean.description} path={itemPath('ocean', ocean)} ofItem />
      <div className="topbar">
        <nav className="crumbs" aria-label="Breadcrumb">
          <Link href="/app">
            <Icon name="left" />
            Knowledge Oceans
          </Link>
        </nav>
      </div>
      <ItemHero key={ocean.id} kind="ocean" item={ocean} meta={extentOf(ocean)} />
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
        <EmptyState failed level={3} title={CONTENT_ERROR} />
      ) : waves === undefined ? (
        <CardSkeletons kind="wave" count={ocean.waveCount} label="Loading waves" />
      ) : waves.length === 0 ? (
        <EmptyState level={3} title="No waves available for this ocean yet" />
      ) : (
        <ul className={cardGrid.wide}>
          {waves.map((wave) => (
            <WaveCard key={wave.id} wave={wave} headingLevel={3} />
          ))}
        </ul>
      )}
    </section>
  );
}
