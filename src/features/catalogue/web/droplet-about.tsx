import type { ReactNode } from 'react';
import { FavoriteButton } from '#features/favorites/web/favorite-button.tsx';
import { SubscribeGate } from '#features/subscriptions/web/subscribe-gate.tsx';
import { Link } from '#platform/web/link.tsx';
import type { Droplet } from '../contract.ts';
import { AdditionalResources } from './additional-resources.tsx';
import { useOcean, useWave } from './use-item.ts';

interface DropletAboutProps {
  droplet: Droplet;
  /** '3 of 8'; null when the droplet stands alone. */
  position: string | null;
  /** The title, while the frame has no room for it. */
  title: ReactNode;
  /** The small screens' arrows, likewise. */
  arrows: ReactNode;
  /** The level below the title's. */
  headingLevel: 2 | 3;
}

/** What stands beside the frame: where the droplet belongs, its description, keywords and resources. */
export function DropletAbout(props: DropletAboutProps) {
  const { droplet, position, title, arrows, headingLevel } = props;
  return (
    <div className="about">
      <div>
        <div className="about-top">
          <Crumbs waveId={droplet.waveId} />
          {arrows}
        </div>
        <span className="pos w-only">{position}</span>
      </div>
      {title}
      <p>{droplet.description}</p>
      {droplet.keywords.length === 0 ? null : (
        <div className="chips">
          {droplet.keywords.map((keyword) => (
            <Link key={keyword} className="chip" href={`/explore?keyword=${encodeURIComponent(keyword)}`}>
              {keyword}
            </Link>
          ))}
        </div>
      )}
      {droplet.locked ? (
        <SubscribeGate title="This droplet is for subscribers" headingLevel={headingLevel} />
      ) : null}
      <hr />
      <div className="row">
        <FavoriteButton
          key={droplet.id}
          itemType="droplet"
          itemId={droplet.id}
          title={droplet.title}
          variant="save"
        />
        <AdditionalResources key={`resources-${droplet.id}`} resources={droplet.additionalResources} />
      </div>
    </div>
  );
}

function Crumbs({ waveId }: { waveId: number }) {
  const { data: wave } = useWave(waveId);
  const { data: ocean } = useOcean(wave?.oceanId);
  return (
    <nav className="crumbs" aria-label="Ocean and wave">
      {ocean ? (
        <>
          <Link href={`/oceans/${ocean.id}`}>{ocean.title}</Link>
          <span aria-hidden="true">/</span>
        </>
      ) : null}
      {wave ? <Link href={`/waves/${wave.id}`}>{wave.title}</Link> : null}
    </nav>
  );
}
