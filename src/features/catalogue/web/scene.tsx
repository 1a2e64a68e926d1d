import { type CSSProperties, type ReactNode, useState } from 'react';
import { FavoriteButton } from '#features/favorites/web/favorite-button.tsx';
import { Icon } from '#platform/design/icon.tsx';
import type { Ocean, Wave } from '../contract.ts';
import { AdditionalResources } from './additional-resources.tsx';
import { AccessBadge } from './badges.tsx';
import { Cover, coverAddress } from './cover.tsx';
import { formatDuration } from './duration.ts';
import { horizonIn } from './horizon.ts';
import { MediaPlayer } from './media-player.tsx';

interface SceneProps {
  kind: 'ocean' | 'wave';
  of: Ocean | Wave;
  /** A line under the description. */
  meta?: ReactNode;
  /** On the art: how long it takes. */
  minutes?: number;
}

/** Titles of more letters than these are set smaller. */
const LONG = 60;

/** A detail page's opening: title and words beside the picture, hung on its horizon. */
export function Scene({ kind, of, meta, minutes }: SceneProps) {
  const [playing, setPlaying] = useState(false);
  const { mediaType, mediaUrl } = of;
  const badge = <AccessBadge of={of} />;
  const hasBadge = of.accessType === 'premium' || ('isSample' in of && of.isSample);
  const horizon = horizonIn(coverAddress(kind, of));
  return (
    <section className="scene" style={{ '--hz': horizon } as CSSProperties}>
      <div className="scene-words">
        <div className="scene-title">
          {hasBadge ? <div className="row">{badge}</div> : null}
          <h1 className={of.title.length > LONG ? 'long' : undefined}>{of.title}</h1>
        </div>
        <div className="scene-text">
          <p>{of.description}</p>
          {meta === undefined ? null : <span className="meta">{meta}</span>}
          <div className="row">
            <FavoriteButton itemType={kind} itemId={of.id} title={of.title} variant="save" />
            <AdditionalResources resources={of.additionalResources} />
          </div>
        </div>
      </div>
      <div className={`art ${kind}${of.locked ? ' blurred' : ''}`}>
        <Cover kind={kind} of={of} own />
        {of.locked ? (
          <div className="lock-over">
            <span className="lock-disc">
              <Icon name="lock" />
            </span>
          </div>
        ) : null}
        {mediaUrl && mediaType !== 'none' ? (
          <MediaPlayer
            kind={mediaType}
            url={mediaUrl}
            captionsUrl={of.captionsUrl}
            title={of.title}
            onStart={() => setPlaying(true)}
          />
        ) : null}
        {minutes === undefined || playing ? null : (
          <span className="badge time">{formatDuration(minutes)}</span>
        )}
      </div>
    </section>
  );
}
