import { Icon } from '#platform/design/icon.tsx';

interface PagerProps {
  /** From 0. */
  page: number;
  perPage: number;
  count: number;
  onTurn(page: number): void;
}

/** A long list is read page by page; nothing where one page holds it. */
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
        // Not `disabled`: whoever comes to the end with a key is still there.
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
    <nav className="pager" aria-label="Pages of the list">
      {step('Previous page', 'left', page - 1)}
      <label>
        Page{' '}
        <select
          className="input"
          value={page}
          aria-label={`Page ${page + 1} of ${last + 1}`}
          onChange={(event) => onTurn(Number(event.target.value))}
        >
          {Array.from({ length: last + 1 }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pages are their numbers
            <option key={place} value={place}>
              {place + 1} of {last + 1}
            </option>
          ))}
        </select>
      </label>
      {step('Next page', 'right', page + 1)}
    </nav>
  );
}
