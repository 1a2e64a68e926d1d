import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import { meanPitch, pitches, type RowRange, rowsBetween, type Segment, segmentsOf } from './window-rows.ts';

/** A list's layout, measured in the browser. */
interface Layout {
  columns: number;
  /** Gap between two rows, in px. */
  gap: number;
  /** The rows near the screen. */
  view: RowRange;
  /** Those of the list when the layout changed last. */
  heights: Heights;
}

/** Measured heights of a list, valid for one width. */
interface Heights {
  width: number;
  /** Distance in px from a row's top to the next row's top, by row. */
  known: Map<number, number>;
}

interface RowWindowOptions {
  /** Number of items. */
  count: number;
  /** Indexes of items rendered at every scroll position. */
  pinned: readonly number[];
  /** Heights are cached as long as this object exists, so that Back restores the page's height. */
  memory: object;
  onNearEnd?(): void;
}

/** Maximum length of lists that are rendered completely, so that the browser can search and print them. */
const FEW = 20;
/** Number of rows in the server's HTML, where the screen's size is unknown. */
const FIRST_ROWS = 40;
/** Height of a row in px before any is measured. */
const UNKNOWN = 1;
/** Screens rendered above and below the visible one. */
const SCREENS_AROUND = 1;

const remembered = new WeakMap<object, Heights>();

/** Chooses the rows of a list to render: those near the screen, and the pinned ones. */
export function useRowWindow(list: RefObject<HTMLElement | null>, options: RowWindowOptions) {
  const { count, pinned, memory, onNearEnd } = options;
  const [layout, setLayout] = useState<Layout | null>(null);
  const heights = heightsOf(memory, layout?.heights);
  const columns = layout?.columns ?? 1;
  const drawnMean = meanPitch(heights.known, UNKNOWN);
  const segments = chooseSegments(layout, heights, count, pinned);

  const measure = () => {
    const element = list.current;
    if (!element) return;
    const next = { ...columnsOf(element), heights };
    if (heights.width !== element.clientWidth) {
      heights.width = element.clientWidth;
      heights.known.clear();
    }
    // Rows rendered with another number of columns have other heights.
    if (next.columns === columns) readHeights(element, segments, columns, next.gap, heights.known);
    const rows = Math.ceil(count / next.columns);
    const view = rowsNearScreen(element, rows, heights);
    // The gaps were rendered before rows were measured, or the mean has changed since.
    const isOutdated = Math.abs(meanPitch(heights.known, UNKNOWN) - drawnMean) > 0.5;
    if (!layout || isOutdated || !isSame(layout, { ...next, view })) setLayout({ ...next, view });
    if (view.end >= rows) onNearEnd?.();
  };
  useOnLayoutChange(measure);
  return { columns, gap: layout?.gap ?? 0, segments };
}

/** Calls back after every render, and when the page is scrolled or its size changes. */
function useOnLayoutChange(callback: () => void): void {
  const call = useEffectEvent(callback);
  useLayoutEffect(() => call());
  useLayoutEffect(() => {
    addEventListener('scroll', call, { passive: true });
    // A window that only becomes higher does not change the body's size.
    addEventListener('resize', call);
    // Content above the list moves it, and changes the body's height.
    const resized = new ResizeObserver(call);
    resized.observe(document.body);
    return () => {
      removeEventListener('scroll', call);
      removeEventListener('resize', call);
      resized.disconnect();
    };
  }, []);
}

/**
 * Returns the heights of a list. Those of the shown list are the estimates for a new one, for example when
 * the rest of it arrives: without heights the page would become short, and lose its scroll position.
 */
function heightsOf(memory: object, shown?: Heights): Heights {
  const cached = remembered.get(memory);
  if (cached) return cached;
  const heights = { width: shown?.width ?? 0, known: new Map(shown?.known) };
  remembered.set(memory, heights);
  return heights;
}

function chooseSegments(
  layout: Layout | null,
  { known }: Heights,
  count: number,
  pinned: readonly number[],
): Segment[] {
  const columns = layout?.columns ?? 1;
  const rows = Math.ceil(count / columns);
  const pinnedRows = pinned.filter((index) => index >= 0).map((index) => Math.floor(index / columns));
  if (layout && count > FEW) return segmentsOf(rows, layout.view, pinnedRows, pitches(known, UNKNOWN));
  // Without a layout the heights of gaps are unknown, so there are none.
  const first = Array.from({ length: Math.min(rows, FIRST_ROWS) }, (_, row) => row);
  return [...new Set([...first, ...pinnedRows.filter((row) => row < rows)])].map((row) => ({ row }));
}

function columnsOf(list: HTMLElement): { columns: number; gap: number } {
  const style = getComputedStyle(list);
  if (style.display !== 'grid') return { columns: 1, gap: 0 };
  return {
    columns: style.gridTemplateColumns.split(' ').length,
    gap: Number.parseFloat(style.rowGap) || 0,
  };
}

function rowsNearScreen(list: HTMLElement, rows: number, { known }: Heights): RowRange {
  const top = -list.getBoundingClientRect().top;
  const around = innerHeight * SCREENS_AROUND;
  return rowsBetween(rows, pitches(known, innerHeight), top - around, top + innerHeight + around);
}

/** Measures each rendered row by its first cell, which is as high as the row. */
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

const isSame = (a: Layout, b: Layout) =>
  a.columns === b.columns && a.gap === b.gap && a.view.first === b.view.first && a.view.end === b.view.end;
