import { useQuery } from '@tanstack/react-query';
import { Head } from '#features/settings/web/head.tsx';
import { itemPath } from '#features/sharing/shared/item-address.ts';
import { type LoadContext, type LoadResult, type PageProps, useApi } from '#platform/web/page.ts';
import { DROPLET_ERROR } from '../items/droplet-error.ts';
import { ItemFallback } from '../items/item-fallback.tsx';
import { positionIn } from '../items/list-position.ts';
import { NO_DROPLETS } from '../items/no-droplets.ts';
import { dropletQuery, dropletsQuery, oceanQuery, waveQuery } from '../items/queries.ts';
import { useDroplet } from '../items/use-item.ts';
import { DropletView } from './droplet/droplet-view.tsx';
import * as css from './viewer.module.css';

export async function load({ api, queries, params }: LoadContext): Promise<LoadResult> {
  const droplet = await queries.fetchQuery(dropletQuery(api, params.id ?? ''));
  if (!droplet) return { status: 404 };
  const [wave] = await Promise.all([
    queries.fetchQuery(waveQuery(api, droplet.waveId)),
    queries.fetchQuery(dropletsQuery(api, droplet.waveId)),
  ]);
  if (wave) await queries.fetchQuery(oceanQuery(api, wave.oceanId));
}

/** /droplets/{id}: the viewer's content as a page. */
export function Page({ params }: PageProps) {
  const api = useApi();
  const query = useDroplet(Number(params.id));
  const droplet = query.data;
  const { data: siblings } = useQuery({
    ...dropletsQuery(api, droplet?.waveId ?? 0),
    enabled: Boolean(droplet),
  });
  const path = `/droplets/${params.id}`;
  if (!droplet || query.isError)
    return <ItemFallback name="Droplet" path={path} query={query} error={DROPLET_ERROR} />;
  return (
    <div className={`${css.viewer} ${css.page}`}>
      <Head
        title={droplet.title}
        description={droplet.description}
        path={itemPath('droplet', droplet)}
        ofItem
      />
      <DropletView
        droplet={droplet}
        position={positionIn(siblings ?? NO_DROPLETS, droplet.id)}
        level={1}
        step={{ href: (to) => `/droplets/${to.id}` }}
      />
    </div>
  );
}
