import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { KINDS } from '../../content/content-kinds.ts';
import { FILTER_MARKS, type FilterMark, type ListFilter } from './list-filter.ts';
import { SearchBar } from './search-bar.tsx';

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

/** Search box and filter chips of a content list. */
export function ListFilterBar({ kind, filter, onChange }: ListFilterBarProps) {
  const marks = FILTER_MARKS.filter((mark) => mark !== 'sample' || kind !== 'ocean');
  const toggle = (mark: FilterMark) => {
    const next = new Set(filter.marks);
    if (!next.delete(mark)) next.add(mark);
    onChange({ ...filter, marks: next });
  };
  return (
    <SearchBar
      names={KINDS[kind].names}
      text={filter.q}
      onType={(q) => onChange({ ...filter, q })}
      choices={marks.map((mark) => ({
        name: mark,
        label: LABELS[mark],
        isChosen: filter.marks.has(mark),
        toggle: () => toggle(mark),
      }))}
    />
  );
}
