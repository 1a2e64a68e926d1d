import { useQuery } from '@tanstack/react-query';
import { SubscribeGate } from '#features/subscriptions/web/dialog/subscribe-gate.tsx';
import { CONTENT_ERROR, EmptyState } from '#platform/design/state/empty-state.tsx';
import { useApi } from '#platform/web/page.ts';
import type { Wave } from '../../contract/schemas.ts';
import { cardGrid } from '../items/card/card-grid.ts';
import { NO_DROPLETS } from '../items/no-droplets.ts';
import { dropletsQuery } from '../items/queries.ts';
import { summarizeDroplets } from '../items/summarize-droplets.ts';
import { useDropletViewer } from '../viewer/use-droplet-viewer.tsx';
import { CardSkeletons } from './card-skeletons.tsx';
import { DropletCard } from './droplet-card.tsx';

/** Shows a wave's droplets, the subscribe prompt if some are locked, and the viewer. */
export function WaveDroplets({ wave }: { wave: Wave }) {
  const { data, isError } = useQuery(dropletsQuery(useApi(), wave.id));
  const droplets = data ?? NO_DROPLETS;
  const { linkTo, viewer } = useDropletViewer(droplets);
  const locked = droplets.some((droplet) => droplet.locked);
  const samples = droplets.filter((droplet) => droplet.isSample).length;
  return (
    <section className="section">
      {wave.locked || locked ? (
        <SubscribeGate
          title={wave.locked ? 'This wave is for subscribers' : 'Some of these droplets are for subscribers'}
          samples={samples}
        />
      ) : null}
      <div className="section-head">
        <h2>Droplets</h2>
        {droplets.length === 0 ? null : <span className="meta">{summarizeDroplets(droplets)}</span>}
      </div>
      {isError ? (
        <EmptyState failed level={3} title={CONTENT_ERROR} />
      ) : data === undefined ? (
        <CardSkeletons kind="droplet" count={wave.dropletCount} label="Loading droplets" />
      ) : data.length === 0 ? (
        <EmptyState level={3} title="No droplets available for this wave yet" />
      ) : (
        <ul className={cardGrid.tall}>
          {data.map((droplet) => (
            <DropletCard key={droplet.id} droplet={droplet} headingLevel={3} link={linkTo(droplet)} />
          ))}
        </ul>
      )}
      {viewer}
    </section>
  );
}
