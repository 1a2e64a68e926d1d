import type { KeyboardEvent } from 'react';
import { Icon } from '#platform/design/icon.tsx';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { useEarlyActions } from '#platform/web/early-actions/use-early-actions.ts';
import type { Droplet } from '../../contract/schemas.ts';
import { DROPLET_ERROR } from '../items/droplet-error.ts';
import { type ListPosition, positionIn } from '../items/list-position.ts';
import { useDroplet } from '../items/use-item.ts';
import { DropletView } from './droplet/droplet-view.tsx';
import { NEXT_KEY, PREVIOUS_KEY } from './step-keys.ts';
import { useNeighborPreload } from './use-neighbor-preload.ts';
import { useScrollLock } from './use-scroll-lock.ts';
import { useAnnouncement, useStepReset } from './use-step-effects.ts';
import { useSwipe } from './use-swipe.ts';
import { useViewerDialog } from './use-viewer-dialog.ts';
import * as css from './viewer.module.css';

export interface DropletViewerProps {
  id: number;
  /** The page's droplets; the arrows and swipes step through them. */
  list: readonly Droplet[];
  open: boolean;
  close(): void;
  /** Opens another droplet of the list. */
  go(droplet: Droplet): void;
}

/** Elements that use the arrow keys themselves. */
const ARROW_KEY_TARGETS = 'input, textarea, select, [role=slider], [popover]';

/** Shows a droplet over the page, in a modal dialog that fills the screen. */
export function DropletViewer({ id, list, open, close, go }: DropletViewerProps) {
  const listed = list.find((droplet) => droplet.id === id);
  const fetched = useDroplet(listed ? undefined : id);
  const droplet = listed ?? fetched.data;
  const position = positionIn(list, id);
  const { previous, next } = position;

  const dialog = useViewerDialog(open, () => focusCard(id), close);
  useScrollLock(open, dialog);
  useNeighborPreload(previous, next);
  const announcement = useAnnouncement(id, droplet ? describe(droplet, position) : '');
  useStepReset(id, dialog);
  useEarlyActions(() => dialog.current);

  const step = (to: Droplet | undefined) => to && go(to);
  const swipe = useSwipe(
    dialog,
    () => step(next),
    () => step(previous),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest(ARROW_KEY_TARGETS)) return;
    if (event.key === NEXT_KEY) step(next);
    else if (event.key === PREVIOUS_KEY) step(previous);
  };

  const failed = fetched.isError || fetched.data === null;
  return (
    <dialog
      ref={dialog}
      className={`${css.viewer} ${css.dialog}`}
      data-part="viewer"
      data-early=""
      data-closing={open ? undefined : ''}
      open
      tabIndex={-1}
      // The player's menu makes the title inert, which could not name the dialog then.
      aria-label={droplet?.title ?? 'Droplet'}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        // The address decides whether the viewer is open, so Escape changes the address.
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
        {announcement}
      </p>
      {droplet ? (
        <DropletView
          droplet={droplet}
          position={position}
          level={2}
          step={{ go }}
          close={<CloseButton close={close} />}
        />
      ) : (
        <div className={`calm ${css.alone}`} role={failed ? 'alert' : undefined}>
          {failed ? (
            <h2>{DROPLET_ERROR}</h2>
          ) : (
            <Spinner label="Loading the droplet" className={css.spinner} />
          )}
          <form method="dialog" onSubmit={onSubmitClose(close)}>
            <button type="submit" className="btn line">
              Close
            </button>
          </form>
        </div>
      )}
    </dialog>
  );
}

/** Its form closes the dialog even before any script runs. */
function CloseButton({ close }: { close(): void }) {
  return (
    <form method="dialog" className={css.closeForm} onSubmit={onSubmitClose(close)}>
      <button type="submit" className={`icon-btn ${css.close}`} aria-label="Close">
        <Icon name="close" />
      </button>
    </form>
  );
}

const onSubmitClose = (close: () => void) => (event: { preventDefault(): void }) => {
  event.preventDefault();
  close();
};

const describe = (droplet: Droplet, { position, total }: ListPosition<Droplet>) =>
  position === 0 ? droplet.title : `${droplet.title}, ${position} of ${total}`;

/** Moves the focus to the card of the droplet that was shown last. */
function focusCard(id: number): void {
  document.querySelector<HTMLElement>(`a[data-droplet="${id}"]`)?.focus();
}
