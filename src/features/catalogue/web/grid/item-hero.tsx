import { type ReactNode, useState } from 'react';
import { FavoriteButton } from '#features/favorites/web/favorite-button.tsx';
import { ShareButton } from '#features/sharing/web/share-button.tsx';
import { classNames } from '#platform/design/class-names.ts';
import type { Ocean, Wave } from '../../contract/schemas.ts';
import { Cover, coverAddress } from '../covers/cover.tsx';
import { CoverFrame } from '../covers/cover-frame.tsx';
import { horizonIn } from '../covers/horizon.ts';
import { LockOverlay } from '../covers/lock-overlay.tsx';
import { AdditionalResources } from '../items/additional-resources.tsx';
import { AccessBadge } from '../items/card/access-badge.tsx';
import { DraftNote } from '../items/card/draft-ribbon.tsx';
import { MediaPlayer } from '../player/media-player.tsx';
import { IntroLength } from './intro-length.tsx';
import * as css from './item-hero.module.css';

interface HeroOptions {
  /** A line under the description. */
  meta?: ReactNode;
  /** A line over the description. */
  note?: ReactNode;
  /** A button before the others. */
  action?: (className: string | undefined) => ReactNode;
  /** The wave's ocean, once it is loaded. */
  ocean?: Ocean | null | undefined;
}

type ItemHeroProps = HeroOptions & ({ kind: 'ocean'; item: Ocean } | { kind: 'wave'; item: Wave });

/** Characters above which a title is set smaller. */
const LONG_TITLE = 60;

/**
 * Width of the column of words, and the picture's height in its units: the picture is 7/5 as wide, at 16:9.
 */
const PICTURE = { width: 1000, height: 787.5 };

/** Shows the opening of a detail page: title and description beside the picture, aligned with its horizon. */
export function ItemHero({ kind, item, meta, note, action, ocean }: ItemHeroProps) {
  const horizon = horizonIn(coverAddress(kind, item));
  const hasBadge = item.locked || ('isSample' in item && item.isSample);
  return (
    <section className={css.hero}>
      {/* First, because on a phone it is above the words and would move them when rendered later. */}
      <HeroPicture kind={kind} item={item} />
      <div className={css.words}>
        {/* As high as the part of the picture above its horizon. The CSP forbids a style attribute. */}
        <svg
          className={css.skySpace}
          viewBox={`0 0 ${PICTURE.width} ${horizon * PICTURE.height}`}
          aria-hidden="true"
        />
        <div className={css.title}>
          {hasBadge ? (
            <div className={`row ${css.badges}`}>
              <AccessBadge of={item} />
            </div>
          ) : null}
          <h1 className={item.title.length > LONG_TITLE ? css.longTitle : undefined}>{item.title}</h1>
        </div>
        <div className={css.text}>
          <DraftNote kind={kind} item={item} above={ocean === undefined ? [] : [['ocean', ocean]]} />
          {note}
          <p>{item.description}</p>
          {meta === undefined ? null : <span className="meta">{meta}</span>}
          <div className={`row ${css.actions}`}>
            {action?.(css.action)}
            <FavoriteButton
              itemType={kind}
              itemId={item.id}
              title={item.title}
              variant="save"
              className={css.action}
            />
            <ShareButton kind={kind} item={item} className={css.action} />
            <AdditionalResources resources={item.additionalResources} buttonClassName={css.action} />
          </div>
        </div>
      </div>
    </section>
  );
}

interface HeroPictureProps {
  kind: 'ocean' | 'wave';
  item: Ocean | Wave;
}

function HeroPicture({ kind, item }: HeroPictureProps) {
  const [playing, setPlaying] = useState(false);
  const { mediaType, mediaUrl } = item;
  return (
    <CoverFrame
      kind={kind}
      blurred={item.locked}
      className={classNames(css.picture, kind === 'wave' && css.wavePicture)}
      data-part="hero-cover"
    >
      <Cover kind={kind} of={item} own />
      {item.locked ? <LockOverlay /> : null}
      {mediaUrl && mediaType !== 'none' ? (
        <>
          <MediaPlayer
            kind={mediaType}
            url={mediaUrl}
            captions={item}
            title={item.title}
            onView={({ phase }) => setPlaying(phase !== 'idle')}
          />
          {playing ? null : (
            <IntroLength kind={mediaType} url={mediaUrl} className={`badge ${css.duration}`} />
          )}
        </>
      ) : null}
    </CoverFrame>
  );
}
