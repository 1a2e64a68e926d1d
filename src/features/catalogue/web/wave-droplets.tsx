import { useQuery } from '@tanstack/react-query';
import { SubscribeGate } from '#features/subscriptions/web/subscribe-gate.tsx';
import { useApi } from '#platform/web/page.ts';
import type { Droplet, Wave } from '../contract.ts';
import { DropletCard } from './droplet-card.tsx';
import { dropletsQuery } from './queries.ts';
import { CONTENT_ERROR, QuietState } from './quiet-state.tsx';
import { CardSkeletons } from './skeletons.tsx';
import { summarise } from './summarise-droplets.ts';
import { useDropletViewer } from './use-droplet-viewer.tsx';

const NONE: Droplet[] = [];

/** A wave's droplets, the prompt where they are locked, and the viewer that they open in. */
export function WaveDroplets({ wave }: { wave: Wave }) {
  const { data, isError } = useQuery(dropletsQuery(useApi(), wave.id));
  const droplets = data ?? NONE;
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
        {droplets.length === 0 ? null : <span className="meta">{summarise(droplets)}</span>}
      </div>
      {isError ? (
        <QuietState failed level={3} title={CONTENT_ERROR} />
      ) : data === undefined ? (
        <CardSkeletons kind="droplet" count={wave.dropletCount} label="Loading droplets" />
      ) : data.length === 0 ? (
        <QuietState level={3} title="No droplets available for this wave yet" />
      ) : (
        <ul className="grid-5">
          {data.map((droplet) => (
            <DropletCard key={droplet.id} droplet={droplet} headingLevel={3} link={linkTo(droplet)} />
          ))}
        </ul>
      )}
      {viewer}
    </section>
  );
}
