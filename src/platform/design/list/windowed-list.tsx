import { Fragment, type ReactNode, useRef, useState } from 'react';
import { useRowWindow } from './use-row-window.ts';
import type { Segment } from './window-rows.ts';

interface WindowedListProps<T> {
  /** The list's class: a grid with any number of columns, or a plain column. */
  className: string;
  items: readonly T[];
  keyOf(item: T): number | string;
  /** Renders one `li`. */
  render(item: T, index: number): ReactNode;
  /** Indexes rendered at every scroll position, such as the open item. The focused one always is. */
  pinned?: readonly number[];
  /** Called when the reader comes near the end of the list. */
  onNearEnd?(): void;
  busy?: boolean;
  id?: string;
  label?: string;
  role?: 'group' | 'tree';
  /** Heights are cached as long as this object exists, so that Back restores the page's height. */
  memory: object;
}

/**
 * A long list that renders only the rows near the screen. Gaps of equal height replace whole rows, so that
 * the scrollbar is correct and the style sheet does the layout. Decision 18 explains why it uses no library.
 */
export function WindowedList<T>(props: WindowedListProps<T>) {
  const { items, pinned = [] } = props;
  const element = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<T | null>(null);
  const { columns, gap, segments } = useRowWindow(element, {
    count: items.length,
    pinned: focused === null ? pinned : [...pinned, items.indexOf(focused)],
    memory: props.memory,
    onNearEnd: props.onNearEnd,
  });
  const cell = (index: number) => {
    const item = items[index];
    return item === undefined ? null : (
      <Fragment key={props.keyOf(item)}>{props.render(item, index)}</Fragment>
    );
  };
  return (
    <ul
      ref={element}
      id={props.id}
      className={props.className}
      role={props.role}
      aria-label={props.label}
      aria-busy={props.busy || undefined}
      onFocus={(event) => {
        const index = indexOf(event.currentTarget, event.target, segments, columns);
        setFocused((index === null ? undefined : items[index]) ?? null);
      }}
    >
      {segments.flatMap((segment) =>
        'row' in segment
          ? Array.from({ length: columns }, (_, column) => cell(segment.row * columns + column))
          : [<Gap key={`gap-${segment.before}`} height={Math.max(0, segment.gap - gap)} />],
      )}
    </ul>
  );
}

/** Has the height of the omitted rows. */
const Gap = ({ height }: { height: number }) => (
  <li className="left-out" data-part="gap" aria-hidden="true" style={{ height }} />
);

/** Finds the index of an element's item. */
function indexOf(
  list: HTMLElement,
  target: Element,
  segments: readonly Segment[],
  columns: number,
): number | null {
  let child = 0;
  for (const segment of segments) {
    if ('row' in segment) {
      for (let column = 0; column < columns; column += 1)
        if (list.children[child + column]?.contains(target)) return segment.row * columns + column;
      child += columns;
    } else child += 1;
  }
  return null;
}
