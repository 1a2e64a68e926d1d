import { Icon } from '#platform/design/icon.tsx';
import * as css from './pager.module.css';

interface PagerProps {
  /** Counted from 0. */
  page: number;
  perPage: number;
  count: number;
  onTurn(page: number): void;
}

/** Page navigation of a long list; renders nothing for a single page. */
export function Pager({ page, perPage, count, onTurn }: PagerProps) {
  const last = Math.max(0, Math.ceil(count / perPage) - 1);
  if (last === 0) return null;
  const step = (label: string, icon: 'left' | 'right', to: number) => {
    const off = to < 0 || to > last;
    return (
      <button
        type="button"
        className="icon-btn"
        aria-label={label}
        // `disabled` would drop the keyboard focus on the last page.
        aria-disabled={off || undefined}
        onClick={() => {
          if (!off) onTurn(to);
        }}
      >
        <Icon name={icon} />
      </button>
    );
  };
  return (
    <nav className={css.pager} aria-label="Pages of the list">
      {step('Previous page', 'left', page - 1)}
      <label>
        Page{' '}
        <select
          className="input"
          value={page}
          aria-label={`Page ${page + 1} of ${last + 1}`}
          onChange={(event) => onTurn(Number(event.target.value))}
        >
          {Array.from({ length: last + 1 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
            <option key={index} value={index}>
              {index + 1} of {last + 1}
            </option>
          ))}
        </select>
      </label>
      {step('Next page', 'right', page + 1)}
    </nav>
  );
}
