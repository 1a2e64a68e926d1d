import { useId } from 'react';
import type { ItemType } from '#features/catalogue/contract.ts';
import { Icon } from '#platform/design/icon.tsx';
import { KINDS } from './content-kinds.ts';
import { FILTER_MARKS, type FilterMark, type ListFilter } from './list-filter.ts';

const LABELS: Record<FilterMark, string> = {
  draft: 'Draft',
  published: 'Published',
  premium: 'Premium',
  free: 'Free',
  sample: 'Sample',
};

interface ListFilterBarProps {
  kind: ItemType;
  filter: ListFilter;
  onChange(filter: ListFilter): void;
}

/** A search box and the marks that an item may bear. */
export function ListFilterBar({ kind, filter, onChange }: ListFilterBarProps) {
  const id = useId();
  const marks = FILTER_MARKS.filter((mark) => mark !== 'sample' || kind !== 'ocean');
  const toggle = (mark: FilterMark) => {
    const next = new Set(filter.marks);
    if (!next.delete(mark)) next.add(mark);
    onChange({ ...filter, marks: next });
  };
  return (
    <search className="list-filter">
      <label className="sr" htmlFor={id}>
        Search {KINDS[kind].names}
      </label>
      <div className="list-search">
        <Icon name="search" />
        <input
          id={id}
          className="input"
          type="search"
          placeholder={`Search ${KINDS[kind].names}`}
          value={filter.q}
          onChange={(event) => onChange({ ...filter, q: event.target.value })}
        />
      </div>
      <fieldset className="chips">
        <legend className="sr">Show only</legend>
        {marks.map((mark) => (
          <button
            key={mark}
            type="button"
            className="chip"
            aria-pressed={filter.marks.has(mark)}
            onClick={() => toggle(mark)}
          >
            {LABELS[mark]}
          </button>
        ))}
      </fieldset>
    </search>
  );
}
