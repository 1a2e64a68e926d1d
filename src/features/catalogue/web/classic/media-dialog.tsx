import { useEffect, useId, useRef } from 'react';
import { Icon } from '#platform/design/icon.tsx';
import { Cover } from '../covers/cover.tsx';
import { CoverFrame } from '../covers/cover-frame.tsx';
import { MediaPlayer } from '../player/media-player.tsx';
import type { ClassicItem } from './classic-node.ts';
import * as css from './media-dialog.module.css';

interface MediaDialogProps {
  item: ClassicItem;
  onClosed(): void;
}

/** Shows an item's medium in a modal dialog. */
export function MediaDialog({ item, onClosed }: MediaDialogProps) {
  const id = useId();
  const tall = item.type === 'droplet';
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`dialog ${css.mediaDialog}`}
      data-part="media-dialog"
      aria-labelledby={id}
      onClose={(event) => {
        if (event.target === event.currentTarget) onClosed();
      }}
    >
      <h2 id={id}>{item.title}</h2>
      <form method="dialog" className={css.closeForm}>
        <button type="submit" className={`icon-btn ${css.close}`} aria-label="Close">
          <Icon name="close" />
        </button>
      </form>
      <CoverFrame kind={item.type} className={tall ? css.tallCover : undefined}>
        <Cover kind={item.type} of={item} own />
        <MediaPlayer
          kind={item.mediaType === 'audio' ? 'audio' : 'video'}
          url={item.mediaUrl ?? ''}
          captions={item.captions}
          title={item.title}
        />
      </CoverFrame>
    </dialog>
  );
}
