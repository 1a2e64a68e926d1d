import { SubscribeButton } from '#features/subscriptions/web/subscribe-button.tsx';
import { Icon } from '#platform/design/icon.tsx';
import { Mark } from '#platform/design/mark.tsx';
import type { Droplet } from '../contract.ts';
import { Cover } from './cover.tsx';
import { InteractiveLesson } from './interactive-lesson.tsx';
import { MediaPlayer } from './media-player.tsx';
import { TextLesson } from './text-lesson.tsx';

/** What the frame holds; it decides where the title stands. */
export type StageKind = 'locked' | 'none' | Droplet['mediaType'];

export function stageOf(droplet: Droplet): StageKind {
  if (droplet.locked) return 'locked';
  return droplet.mediaUrl === null || droplet.mediaUrl === '' ? 'none' : droplet.mediaType;
}

interface DropletStageProps {
  droplet: Droplet;
  onPlay(): void;
}

/** The inside of the portrait frame: the video, or what the droplet has in its place. */
export function DropletStage({ droplet, onPlay }: DropletStageProps) {
  const { mediaUrl, captionsUrl, title } = droplet;
  const kind = stageOf(droplet);
  const url = mediaUrl ?? '';
  switch (kind) {
    case 'locked':
      return (
        <>
          <Cover kind="droplet" of={droplet} own />
          <div className="lock-over">
            <span className="lock-disc">
              <Icon name="lock" />
            </span>
            <SubscribeButton />
          </div>
        </>
      );
    case 'video':
      return (
        <>
          <Cover kind="droplet" of={droplet} own />
          <MediaPlayer
            kind="video"
            url={url}
            captionsUrl={captionsUrl}
            title={title}
            awaited
            onStart={onPlay}
          />
        </>
      );
    case 'audio':
      return (
        <>
          <Cover kind="droplet" of={droplet} own />
          <NoVideo />
          <MediaPlayer kind="audio" url={url} captionsUrl={captionsUrl} title={title} awaited />
        </>
      );
    case 'image':
      return <img className="picture" src={url} alt={title} decoding="async" />;
    case 'text':
      return <TextLesson url={url} title={title} />;
    case 'interactive':
      return <InteractiveLesson url={url} title={title} />;
    case 'none':
      return (
        <div className="calm no-media">
          <Mark />
          <p>No video available</p>
        </div>
      );
  }
}

/** Said where a video would be, beside the medium that is there instead. */
export function NoVideo() {
  return <p className="no-video">No video available</p>;
}
