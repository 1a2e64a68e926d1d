import { Fragment, type ReactNode, useRef, useState } from 'react';
import { useRowWindow } from './use-row-window.ts';
import type { Segment } from './window-rows.ts';

interface WindowedListProps<T> {
  /** The list's own class: a grid of any number of columns, or a plain column. */
  className: string;
  items: readonly T[];
  keyOf(item: T): number | string;
  /** Renders one `li`. */
  render(item: T, index: number): ReactNode;
  /**
   * Indexes that stay in the page at every scroll position, such as the open item. The focused one does
   * anyway.
   */
  pinned?: readonly number[];
  /** The reader comes near the end of the list. */
  onNearEnd?(): void;
  busy?: boolean;
  id?: string;
  label?: string;
  role?: 'group' | 'tree';
  /** Heights are remembered as long as this object lives: Back finds the page as high as it was. */
  memory: object;
}

/**
 * A long list of which the page holds only the rows near the screen. Gaps of the same height replace whole
 * rows, so that the scrollbar is right and the style sheet lays out the rest. Decision 18 says why no library
 * does this.
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

/** Takes the height of the rows that are left out. */
const Gap = ({ height }: { height: number }) => (
  <li className="left-out" data-part="gap" aria-hidden="true" style={{ height }} />
);

/** Finds the index of the item that an element belongs to. */
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
