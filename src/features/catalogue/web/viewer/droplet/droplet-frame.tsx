import { type ReactNode, useState } from 'react';
import { classNames } from '#platform/design/class-names.ts';
import { latePart } from '#platform/web/late-part.tsx';
import type { Droplet } from '../../../contract/schemas.ts';
import type { MediaEnd, TranscriptSlot } from '../../player/media-player.tsx';
import { loadEnds } from '../end/lazy-end.tsx';
import { ListCount } from '../list-count.tsx';
import * as css from './droplet-frame.module.css';
import { DropletHeading } from './droplet-heading.tsx';
import { DropletStage, type StageKind, stageOf } from './droplet-stage.tsx';

const ReadTime = latePart(
  () => import('../lesson/read-time.tsx').then((module) => module.ReadTime),
  (show) => show(),
);

interface DropletFrameProps {
  droplet: Droplet;
  /** '3 of 8'; null for a droplet without a list. */
  count: string | null;
  /** The title, unless it stands beside the frame. */
  title: ReactNode;
  /** The arrows of small screens. */
  arrows: ReactNode;
  /** The viewer's close button; a page has none. */
  close: ReactNode;
  /** Content after a film or sound. */
  end: MediaEnd;
  transcript: TranscriptSlot;
}

/** Classes by kind of content. */
const KINDS: Partial<Record<StageKind, string>> = {
  locked: css.locked,
  video: css.film,
  audio: css.film,
  text: css.sheet,
  image: css.sheet,
  interactive: css.sheet,
};

/**
 * Shows the portrait frame with a droplet's medium and title, and on small screens its position and the close
 * button.
 */
export function DropletFrame({ droplet, count, title, arrows, close, end, transcript }: DropletFrameProps) {
  const [quiet, setQuiet] = useState(false);
  const kind = stageOf(droplet);
  const heading = <DropletHeading droplet={droplet} title={title} arrows={arrows} />;
  const hasOwnFoot = kind === 'video' || kind === 'audio';
  return (
    <div className={classNames(css.frame, KINDS[kind])} data-part="frame">
      <div
        className={classNames(css.topBar, close === undefined && css.onPage)}
        data-quiet={quiet && hasOwnFoot ? '' : undefined}
      >
        <ListCount count={count} className={css.count} />
        {close}
      </div>
      <DropletStage
        key={droplet.id}
        droplet={droplet}
        heading={heading}
        end={end}
        transcript={transcript}
        onView={({ quiet: nowQuiet, phase }) => {
          setQuiet(nowQuiet);
          if (phase === 'playing') loadEnds.preload();
        }}
      />
      {kind === 'locked' ? <div className={css.shade} /> : null}
      {hasOwnFoot ? null : (
        <>
          <div className={css.foot}>{heading}</div>
          <ReadTime key={droplet.id} droplet={droplet} />
        </>
      )}
    </div>
  );
}
