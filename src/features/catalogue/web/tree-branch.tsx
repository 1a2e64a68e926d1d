import { Icon } from '#platform/design/icon.tsx';
import { Spinner } from '#platform/design/spinner.tsx';
import { CONTENT_ERROR } from './quiet-state.tsx';

interface TreeToggleProps {
  open: boolean;
  title: string;
  onToggle(): void;
}

/** For pointers; the keyboard opens a line with the arrows. */
export function TreeToggle({ open, title, onToggle }: TreeToggleProps) {
  return (
    <button
      type="button"
      className="tree-toggle"
      tabIndex={-1}
      aria-label={`${open ? 'Close' : 'Open'} ${title}`}
      onClick={onToggle}
    >
      <Icon name="down" />
    </button>
  );
}

/** In the place of a branch that is on its way, or could not be had. */
export function TreeBranchState({ failed, label }: { failed: boolean; label: string }) {
  return (
    <div className="tree-waiting">
      {failed ? <p role="alert">{CONTENT_ERROR}</p> : <Spinner label={label} />}
    </div>
  );
}
