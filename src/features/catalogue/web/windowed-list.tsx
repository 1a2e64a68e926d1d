import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { meanPitch, pitches, type RowRange, rowsBetween, type Segment, segmentsOf } from './window-rows.ts';

interface WindowedListProps<T> {
  /** The list's own class: a grid of any number of columns, or a plain column. */
  className: string;
  items: readonly T[];
  keyOf(item: T): number | string;
  /** One `li`. */
  render(item: T, place: number): ReactNode;
  /** Places that stay in the page wherever it is scrolled to: what has the focus, what is open. */
  pinned?: readonly number[];
  /** The reader comes near the end of the list. */
  onNearEnd?(): void;
  busy?: boolean;
  id?: string;
  label?: string;
  role?: 'group' | 'tree';
  /** Heights are remembered as long as this lives, so that whoever comes back finds the page as high as it was. */
  memory: object;
}

/** What the page's layout says, once there is one. */
interface Shape {
  columns: number;
  /** Between two rows. */
  gap: number;
  view: RowRange;
}

interface Heights {
  width: number;
  known: Map<number, number>;
}

const remembered = new WeakMap<object, Heights>();

/** Nothing is left out of a list of so many: one may look for a word in the page, and print it. */
const FEW = 20;
/** In the HTML of the server, where nobody knows yet how much will fit. */
const AT_FIRST = 40;
/** How high a row is taken to be (px) while none was ever seen. */
const UNKNOWN = 1;
/** So much is kept ready above and below the screen. */
const SCREENS_AROUND = 1;

/**
 * A long list of which the page holds only what is seen and a screenful around it. Rows are left out whole, and
 * gaps of their height stand in their place, so that the scrollbar tells the truth and the layout stays the
 * style sheet's own.
 */
export function WindowedList<T>(props: WindowedListProps<T>) {
  const { items, pinned = [], onNearEnd } = props;
  const element = useRef<HTMLUListElement>(null);
  const heights = heightsOf(props.memory);
  const [shape, setShape] = useState<Shape | null>(null);
  const [focused, setFocused] = useState<T | null>(null);

  const columns = shape?.columns ?? 1;
  const rows = Math.ceil(items.length / columns);
  const pitchOf = pitches(heights.known, UNKNOWN);
  const drawnWith = meanPitch(heights.known, UNKNOWN);
  const stay = focused === null ? pinned : [...pinned, items.indexOf(focused)];
  const segments: Segment[] =
    shape && items.length > FEW
      ? segmentsOf(
          rows,
          shape.view,
          stay.filter((place) => place >= 0).map((place) => Math.floor(place / columns)),
          pitchOf,
        )
      : atFirst(rows, stay);

  const measure = useRef(() => {});
  useLayoutEffect(() => {
    measure.current = () => {
      const list = element.current;
      if (!list) return;
      const next = layoutOf(list);
      const stale = heights.width !== list.clientWidth;
      if (stale) {
        heights.width = list.clientWidth;
        heights.known.clear();
      }
      // What is in the page was laid out for another number of columns: its rows say nothing.
      if (next.columns === columns) readHeights(list, segments, columns, next.gap, heights.known);
      const count = Math.ceil(items.length / next.columns);
      const top = -list.getBoundingClientRect().top;
      const around = innerHeight * SCREENS_AROUND;
      const view = rowsBetween(
        count,
        pitches(heights.known, innerHeight),
        top - around,
        top + innerHeight + around,
      );
      // Gaps that were drawn before anything was known, or that the rows have outgrown.
      const outdated = Math.abs(meanPitch(heights.known, UNKNOWN) - drawnWith) > 0.5;
      if (!shape || outdated || !same(shape, { ...next, view })) setShape({ ...next, view });
      if (view.end >= count) onNearEnd?.();
    };
    measure.current();
  });
  useLayoutEffect(() => {
    const again = () => measure.current();
    addEventListener('scroll', again, { passive: true });
    // A window that only becomes higher does not change the page.
    addEventListener('resize', again);
    // Whatever moves the list or changes the room that it has changes the height of the page.
    const resized = new ResizeObserver(again);
    resized.observe(document.body);
    return () => {
      removeEventListener('scroll', again);
      removeEventListener('resize', again);
      resized.disconnect();
    };
  }, []);

  const cell = (place: number) => {
    const item = items[place];
    return item === undefined ? null : (
      <Fragment key={props.keyOf(item)}>{props.render(item, place)}</Fragment>
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
        const place = placeOf(event.currentTarget, event.target, segments, columns);
        setFocused((place === null ? undefined : items[place]) ?? null);
      }}
    >
      {segments.flatMap((segment) =>
        'row' in segment
          ? Array.from({ length: columns }, (_, column) => cell(segment.row * columns + column))
          : [
              <li
                key={`gap-${segment.before}`}
                className="left-out"
                aria-hidden="true"
                style={{ height: Math.max(0, segment.gap - (shape?.gap ?? 0)) }}
              />,
            ],
      )}
    </ul>
  );
}

function heightsOf(memory: object): Heights {
  const known = remembered.get(memory);
  if (known) return known;
  const heights = { width: 0, known: new Map<number, number>() };
  remembered.set(memory, heights);
  return heights;
}

function layoutOf(list: HTMLElement): { columns: number; gap: number } {
  const style = getComputedStyle(list);
  if (style.display !== 'grid') return { columns: 1, gap: 0 };
  return {
    columns: style.gridTemplateColumns.split(' ').length,
    gap: Number.parseFloat(style.rowGap) || 0,
  };
}

/** The first cell of a row is as high as the row. */
function readHeights(
  list: HTMLElement,
  segments: readonly Segment[],
  columns: number,
  gap: number,
  known: Map<number, number>,
): void {
  let child = 0;
  for (const segment of segments) {
    if ('row' in segment) {
      const cell = list.children[child];
      if (cell) known.set(segment.row, cell.getBoundingClientRect().height + gap);
      child += columns;
    } else child += 1;
  }
}

/** Which item an element belongs to. */
function placeOf(
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

/** The beginning, and what must be there: without a layout there are no columns and no gaps. */
function atFirst(count: number, stay: readonly number[]): Segment[] {
  const rows = new Set(Array.from({ length: Math.min(count, AT_FIRST) }, (_, row) => row));
  for (const place of stay) if (place >= 0 && place < count) rows.add(place);
  return [...rows].map((row) => ({ row }));
}

const same = (a: Shape, b: Shape) =>
  a.columns === b.columns && a.gap === b.gap && a.view.first === b.view.first && a.view.end === b.view.end;
