import type { ReactNode, Ref } from 'react';
import { FavoriteButton } from '#features/favorites/web/favorite-button.tsx';
import { Seen } from '#features/progress/web/seen.ts';
import { ShareButton } from '#features/sharing/web/share-button.tsx';
import { SubscribeGate } from '#features/subscriptions/web/dialog/subscribe-gate.tsx';
import { Link } from '#platform/web/link.tsx';
import type { Droplet } from '../../../contract/schemas.ts';
import { AdditionalResources } from '../../items/additional-resources.tsx';
import { DraftNote } from '../../items/card/draft-ribbon.tsx';
import { useOcean, useWave } from '../../items/use-item.ts';
import { ListCount } from '../list-count.tsx';
import * as viewer from '../viewer.module.css';
import * as css from './droplet-about.module.css';

interface DropletAboutProps {
  droplet: Droplet;
  /** '3 of 8'; null for a droplet without a list. */
  count: string | null;
  /** The title, unless the frame shows it. */
  title: ReactNode;
  /** One level below the title. */
  headingLevel: 2 | 3;
  /** Element in which the player renders the transcript. */
  transcriptRef: Ref<HTMLDivElement>;
}

/** Shows a droplet's ocean and wave, description, keywords and resources beside its frame. */
export function DropletAbout(props: DropletAboutProps) {
  const { droplet, count, title, headingLevel, transcriptRef } = props;
  return (
    <div className={css.about}>
      <div>
        <Crumbs waveId={droplet.waveId} />
        <ListCount count={count} className={css.count} />
      </div>
      {title}
      <Draft droplet={droplet} />
      <p>{droplet.description}</p>
      {droplet.keywords.length === 0 ? null : (
        <div className="chips">
          {droplet.keywords.map((keyword) => (
            <Link
              key={keyword}
              className={`chip ${css.keyword}`}
              href={`/explore?keyword=${encodeURIComponent(keyword)}`}
            >
              {keyword}
            </Link>
          ))}
        </div>
      )}
      {droplet.locked ? (
        <SubscribeGate
          title="This droplet is for subscribers"
          headingLevel={headingLevel}
          compact
          className={`${css.gate} ${viewer.darkSurface}`}
        />
      ) : null}
      <hr />
      <div className={`row ${css.actions}`}>
        <FavoriteButton
          key={droplet.id}
          itemType="droplet"
          itemId={droplet.id}
          title={droplet.title}
          variant="save"
          className={css.save}
        />
        <ShareButton kind="droplet" item={droplet} />
        <Seen lesson={droplet} />
        <AdditionalResources
          key={`resources-${droplet.id}`}
          resources={droplet.additionalResources}
          listClassName={`${css.resources} ${viewer.darkSurface}`}
        />
      </div>
      <div ref={transcriptRef} className={css.transcriptSlot} />
    </div>
  );
}

function Draft({ droplet }: { droplet: Droplet }) {
  const { data: wave } = useWave(droplet.waveId);
  const { data: ocean } = useOcean(wave?.oceanId);
  return (
    <DraftNote
      kind="droplet"
      item={droplet}
      above={[
        ['wave', wave],
        ['ocean', ocean],
      ]}
    />
  );
}

function Crumbs({ waveId }: { waveId: number }) {
  const { data: wave } = useWave(waveId);
  const { data: ocean } = useOcean(wave?.oceanId);
  return (
    <nav className={`crumbs ${css.crumbs}`} aria-label="Ocean and wave">
      {ocean ? (
        <>
          {/* `dir="auto"` cuts a long title at its end, in the direction of its first letter. */}
          <Link dir="auto" href={`/oceans/${ocean.id}`}>
            {ocean.title}
          </Link>
          <span aria-hidden="true">/</span>
        </>
      ) : null}
      {wave ? (
        <Link dir="auto" href={`/waves/${wave.id}`}>
          {wave.title}
        </Link>
      ) : null}
    </nav>
  );
}
