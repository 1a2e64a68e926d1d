import { classNames } from '#platform/design/class-names.ts';
import { Icon } from '#platform/design/icon.tsx';
import * as css from './tree-toggle.module.css';

interface TreeToggleProps {
  open: boolean;
  title: string;
  onToggle(): void;
}

/** Shows a branch's button for pointers. The keyboard opens a branch with the arrow keys. */
export function TreeToggle({ open, title, onToggle }: TreeToggleProps) {
  return (
    <button
      type="button"
      className={css.toggle}
      tabIndex={-1}
      aria-label={`${open ? 'Close' : 'Open'} ${title}`}
      onClick={onToggle}
    >
      <Icon name="down" className={classNames(css.icon, open && css.open)} />
    </button>
  );
}
