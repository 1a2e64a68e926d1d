import { useQuery } from '@tanstack/react-query';
import { Head } from '#features/settings/web/head.tsx';
import { type LoadContext, type LoadResult, type PageProps, useApi } from '#platform/web/page.ts';
import { coverAddress } from './cover.tsx';
import { DropletView } from './droplet-view.tsx';
import { NoItem } from './no-item.tsx';
import { dropletQuery, dropletsQuery, oceanQuery, waveQuery } from './queries.ts';
import { useDroplet } from './use-item.ts';
import { placeIn } from './viewer-address.ts';

export async function load({ api, queries, params }: LoadContext): Promise<LoadResult> {
  const droplet = await queries.fetchQuery(dropletQuery(api, params.id as string));
  if (!droplet) return { status: 404 };
  const [wave] = await Promise.all([
    queries.fetchQuery(waveQuery(api, droplet.waveId)),
    queries.fetchQuery(dropletsQuery(api, droplet.waveId)),
  ]);
  if (wave) await queries.fetchQuery(oceanQuery(api, wave.oceanId));
}

/** /droplets/{id}: what the viewer shows, as a page of its own. */
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
    return <NoItem kind="Droplet" path={path} query={query} error="Error loading droplet content" />;
  return (
    <div className="viewer on-page">
      <Head
        title={droplet.title}
        description={droplet.description}
        path={path}
        image={coverAddress('droplet', droplet)}
      />
      <DropletView
        droplet={droplet}
        place={placeIn(siblings ?? [], droplet.id)}
        heading={{ level: 1, id: 'droplet-title' }}
        step={{ href: (to) => `/droplets/${to.id}` }}
      />
    </div>
  );
}
