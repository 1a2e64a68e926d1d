import { useEffect, useId, useRef } from 'react';
import { Icon } from '#platform/design/icon.tsx';
import type { ItemType } from '../contract.ts';
import { Cover } from './cover.tsx';
import type { ExplorerNode } from './explorer-node.ts';
import { MediaPlayer } from './media-player.tsx';

/** A node's introduction over the page: the play button first, the player after its press. */
export function MediaDialog({ node, onClosed }: { node: ExplorerNode; onClosed(): void }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  const type = node.type as ItemType;
  return (
    <dialog
      ref={dialog}
      className="dialog media-dialog"
      aria-labelledby={id}
      onClose={(event) => {
        if (event.target === event.currentTarget) onClosed();
      }}
    >
      <h2 id={id}>{node.title}</h2>
      <form method="dialog">
        <button type="submit" className="icon-btn" aria-label="Close">
          <Icon name="close" />
        </button>
      </form>
      <div className={`art ${type}`}>
        <Cover kind={type} of={node} own />
        <MediaPlayer
          kind={node.mediaType === 'audio' ? 'audio' : 'video'}
          url={node.mediaUrl ?? ''}
          captionsUrl={node.captionsUrl}
          title={node.title}
        />
      </div>
    </dialog>
  );
}
