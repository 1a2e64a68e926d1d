import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '#platform/design/icon.tsx';
import { Spinner } from '#platform/design/spinner.tsx';
import type { Droplet } from '../contract.ts';
import { DropletView } from './droplet-view.tsx';
import { useModal } from './use-dialog.ts';
import { useDroplet } from './use-item.ts';
import { useNeighboursAhead } from './use-neighbours-ahead.ts';
import { useSwipe } from './use-swipe.ts';
import { placeIn } from './viewer-address.ts';

export interface DropletViewerProps {
  id: number;
  /** Its neighbours are the arrows' way. */
  list: readonly Droplet[];
  open: boolean;
  close(): void;
  /** Shows another droplet of the list. */
  go(droplet: Droplet): void;
}

const TITLE = 'viewer-title';
/** Where the arrow keys belong to what has the focus. */
const OWN_ARROWS = 'input, textarea, select, video, audio, [popover]';

/** The droplet over the page: a modal dialog that fills the screen. */
export function DropletViewer({ id, list, open, close, go }: DropletViewerProps) {
  const listed = list.find((droplet) => droplet.id === id);
  const fetched = useDroplet(listed ? undefined : id);
  const droplet = listed ?? fetched.data;
  const place = placeIn(list, id);
  const { previous, next } = place;

  const dialog = useModal(open, () => focusCard(id), close);
  useNeighboursAhead(previous, next);
  const said = useAnnouncement(id, droplet ? describe(droplet, place) : '');
  useFreshStep(id, dialog);

  const step = (to: Droplet | undefined) => to && go(to);
  const swipe = useSwipe(
    () => step(next),
    () => step(previous),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest(OWN_ARROWS)) return;
    if (event.key === 'ArrowRight') step(next);
    else if (event.key === 'ArrowLeft') step(previous);
  };

  const failed = fetched.isError || fetched.data === null;
  return (
    <dialog
      ref={dialog}
      className="viewer"
      open
      tabIndex={-1}
      aria-labelledby={droplet ? TITLE : undefined}
      aria-label={droplet ? undefined : 'Droplet'}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        // Escape asks; the address answers.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
      onClose={(event) => {
        if (event.target === event.currentTarget && open) close();
      }}
      {...swipe}
    >
      <p className="sr" aria-live="polite">
        {said}
      </p>
      {droplet ? (
        <DropletView
          droplet={droplet}
          place={place}
          heading={{ level: 2, id: TITLE }}
          step={{ go }}
          close={<CloseButton close={close} />}
        />
      ) : (
        <div className="calm viewer-alone" role={failed ? 'alert' : undefined}>
          {failed ? <h2>Error loading droplet content</h2> : <Spinner label="Loading the droplet" />}
          <form method="dialog" onSubmit={closing(close)}>
            <button type="submit" className="btn line">
              Close
            </button>
          </form>
        </div>
      )}
    </dialog>
  );
}

/** A form of the dialog's own kind: it closes even before any script runs. */
function CloseButton({ close }: { close(): void }) {
  return (
    <form method="dialog" className="close-form" onSubmit={closing(close)}>
      <button type="submit" className="icon-btn close" aria-label="Close">
        <Icon name="close" />
      </button>
    </form>
  );
}

const closing = (close: () => void) => (event: { preventDefault(): void }) => {
  event.preventDefault();
  close();
};

const describe = (droplet: Droplet, { position, total }: { position: number; total: number }) =>
  position === 0 ? droplet.title : `${droplet.title}, ${position} of ${total}`;

/** After closing, the card of the droplet that was seen last. */
function focusCard(id: number): void {
  document.querySelector<HTMLElement>(`a[data-droplet="${id}"]`)?.focus();
}

/** Title and position on each step; the dialog itself announces the first. */
function useAnnouncement(id: number, words: string): string {
  const first = useRef(id);
  const [stepped, setStepped] = useState(false);
  useEffect(() => {
    if (id !== first.current) setStepped(true);
  }, [id]);
  return stepped ? words : '';
}

/** A step begins at the top, and keeps the focus inside when the arrow that was pressed is gone. */
function useFreshStep(id: number, dialog: { current: HTMLDialogElement | null }): void {
  const last = useRef(id);
  useEffect(() => {
    if (last.current === id) return;
    last.current = id;
    const element = dialog.current;
    element?.scrollTo({ top: 0, behavior: 'instant' });
    if (element && !element.contains(document.activeElement)) element.focus();
  }, [id, dialog]);
}
