import type { ReactNode } from 'react';
import { SubscribeButton } from '#features/subscriptions/web/dialog/subscribe-button.tsx';
import { Mark } from '#platform/design/mark.tsx';
import type { Droplet } from '../../../contract/schemas.ts';
import { Cover } from '../../covers/cover.tsx';
import { LockOverlay } from '../../covers/lock-overlay.tsx';
import {
  type MediaEnd,
  MediaPlayer,
  type PlayerView,
  type TranscriptSlot,
} from '../../player/media-player.tsx';
import { LazyLesson } from '../lesson/lazy-lesson.tsx';
import * as viewer from '../viewer.module.css';
import * as css from './droplet-stage.module.css';

/** Kinds of content in the frame. */
export type StageKind = 'locked' | 'none' | Droplet['mediaType'];

/** Chooses what the frame shows of a droplet. */
export function stageOf(droplet: Droplet): StageKind {
  if (droplet.locked) return 'locked';
  return droplet.mediaUrl === null || droplet.mediaUrl === '' ? 'none' : droplet.mediaType;
}

interface DropletStageProps {
  droplet: Droplet;
  /** Title and kind, for the foot of the frame. */
  heading: ReactNode;
  /** Content after a film or sound. */
  end: MediaEnd;
  transcript: TranscriptSlot;
  onView(view: PlayerView): void;
}

/** Shows a droplet's medium inside the portrait frame, or a lock, or that there is none. */
export function DropletStage({ droplet, heading, end, transcript, onView }: DropletStageProps) {
  const { mediaUrl, title } = droplet;
  const kind = stageOf(droplet);
  const url = mediaUrl ?? '';
  switch (kind) {
    case 'locked':
      return (
        <>
          <Cover kind="droplet" of={droplet} own />
          <LockOverlay className={viewer.darkSurface}>
            <SubscribeButton className={`btn ${css.subscribe}`} />
          </LockOverlay>
        </>
      );
    case 'video':
    case 'audio':
      return (
        <MediaPlayer
          {...{ kind, url, title, end, onView }}
          captions={droplet}
          preload
          frame={{ cover: <Cover kind="droplet" of={droplet} own />, heading, transcript, lesson: droplet }}
        />
      );
    case 'image':
      return <img className={css.picture} src={url} alt={title} decoding="async" />;
    case 'text':
    case 'interactive':
      return <LazyLesson {...{ kind, url, title }} />;
    case 'none':
      return (
        <div className={`calm ${css.empty}`}>
          <Mark className={css.mark} />
          <p>No video available</p>
        </div>
      );
  }
}
