import type { KeyboardEvent, PointerEvent } from 'react';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { Cover } from '#features/catalogue/web/covers/cover.tsx';
import { CoverFrame } from '#features/catalogue/web/covers/cover-frame.tsx';
import { formatDuration } from '#features/catalogue/web/items/duration.ts';
import { Icon } from '#platform/design/icon.tsx';
import { many } from '#platform/web/counts.ts';
import { Link } from '#platform/web/link.tsx';
import { checkHref } from '../check/check-address.ts';
import { type Item, KINDS, truncated } from '../content/content-kinds.ts';
import { ContentIcon } from '../editor/content-icon.tsx';
import { versionsHref } from '../history/history-address.ts';
import * as css from './content-list.module.css';
import { ItemBadges } from './item-badges.tsx';

const DRAG_CLASS = { held: css.dragHeld, before: css.dragBefore, after: css.dragAfter };

export interface RowActions {
  edit(item: Item): void;
  remove(item: Item): void;
  drill(item: Item): void;
  duplicate(item: Item): void;
  togglePublished(item: Item): void;
  /** `range`: also selects all items from the last chosen one to this one. */
  select(item: Item, on: boolean, range: boolean): void;
  move(item: Item, to: number): void;
  askPosition(item: Item): void;
}

type PointerHandler = (event: PointerEvent<HTMLElement>) => void;

interface ItemRowProps {
  kind: ItemType;
  item: Item;
  /** The item's index in the whole list, from 0, and the list's length. */
  index: number;
  count: number;
  /** Whether the item is in the form. */
  current: boolean;
  selected: boolean;
  /** Reason why the order cannot be changed; null if it can. */
  fixed: string | null;
  /** Whether this row is being dragged, or is the drop target before or after it. */
  dragState: 'held' | 'before' | 'after' | null;
  handle: {
    onPointerDown: PointerHandler;
    onPointerMove: PointerHandler;
    onPointerUp: PointerHandler;
    onPointerCancel: PointerHandler;
  };
  wasDragged(): boolean;
  actions: RowActions;
}

/** One row of the list with its actions. */
export function ItemRow(props: ItemRowProps) {
  const { kind, item, current, selected, dragState, actions } = props;
  const className = [current ? 'is-on' : '', dragState ? DRAG_CLASS[dragState] : ''].join(' ').trim();
  return (
    <li className={className || undefined} data-item={item.id}>
      <div className={css.pick}>
        <label className={css.tick}>
          <input
            type="checkbox"
            checked={selected}
            aria-label={`Select ${item.title}`}
            onChange={({ target, nativeEvent }) =>
              // To the browser, a press with Shift is a mouse click, even with the space bar.
              actions.select(item, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </label>
        <MoveHandle {...props} />
      </div>
      <CoverFrame kind={kind} className={kind === 'droplet' ? css.tallCover : css.cover}>
        <Cover kind={kind} of={item} />
      </CoverFrame>
      <div className={css.itemText}>
        <h3>
          <span>{item.title}</span>
          <ItemBadges item={item} />
        </h3>
        <p>{truncated(item.description)}</p>
        <p className="meta">
          {extentOf(item)} ·{' '}
          <Link href={versionsHref({ type: kind, id: String(item.id) })}>
            History<span className="sr"> of {item.title}</span>
          </Link>
        </p>
      </div>
      <RowButtons {...props} />
    </li>
  );
}

function extentOf(item: Item): string {
  if ('waveCount' in item) return `${many(item.waveCount, 'wave')} · ${formatDuration(item.totalDuration)}`;
  if ('dropletCount' in item)
    return `${many(item.dropletCount, 'droplet')} · ${formatDuration(item.totalDuration)}`;
  return `${item.mediaType} · ${formatDuration(item.duration)}`;
}

/** The row's handle: dragging moves the row, a press asks for a position, and arrow keys move it by one. */
function MoveHandle({ item, index, count, fixed, handle, wasDragged, actions }: ItemRowProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (fixed === null) actions.move(item, to);
  };
  return (
    <button
      type="button"
      className={`icon-btn bare ${css.grip}`}
      aria-label={`Position of ${item.title}: ${index + 1} of ${count}. Move`}
      aria-description={fixed ?? 'Drag to move, or press to choose a position'}
      aria-disabled={fixed === null ? undefined : true}
      onKeyDown={onKeyDown}
      onClick={() => {
        if (fixed === null && !wasDragged()) actions.askPosition(item);
      }}
      {...(fixed === null ? handle : {})}
    >
      <ContentIcon name="grip" />
    </button>
  );
}

function RowButtons({ kind, item, index, count, fixed, actions }: ItemRowProps) {
  const { title } = item;
  const { inside, names } = KINDS[kind];
  const mover = (label: string, icon: 'up' | 'down', to: number) => {
    const why = fixed ?? (to < 0 ? 'Already first' : to >= count ? 'Already last' : null);
    return (
      <button
        type="button"
        className="icon-btn bare"
        aria-label={`${label} ${title}`}
        aria-description={why ?? undefined}
        // `disabled` would drop the keyboard focus at the end of the list.
        aria-disabled={why === null ? undefined : true}
        onClick={() => {
          if (why === null) actions.move(item, to);
        }}
      >
        <ContentIcon name={icon} />
      </button>
    );
  };
  const publish = item.isPublished ? 'Unpublish' : 'Publish';
  return (
    <div className={css.actions}>
      <button
        type="button"
        className="icon-btn bare"
        aria-label={`Edit ${title}`}
        onClick={() => actions.edit(item)}
      >
        <ContentIcon name="pencil" />
      </button>
      <a
        className="icon-btn bare"
        aria-label={`View ${title}`}
        aria-description="Opens the public page in a new tab"
        href={`/${names}/${item.id}`}
        // A new tab preserves the form and the list's scroll position.
        target="_blank"
        rel="noreferrer"
      >
        <ContentIcon name="eye" />
      </a>
      <button
        type="button"
        className="icon-btn bare"
        aria-label={`Delete ${title}`}
        onClick={() => actions.remove(item)}
      >
        <Icon name="trash" />
      </button>
      <button
        type="button"
        className="icon-btn bare"
        aria-label={`Duplicate ${title}`}
        onClick={() => actions.duplicate(item)}
      >
        <ContentIcon name="copy" />
      </button>
      {inside ? (
        <button
          type="button"
          className="icon-btn bare"
          aria-label={`${inside} of ${title}`}
          onClick={() => actions.drill(item)}
        >
          <ContentIcon name="drill" />
        </button>
      ) : null}
      {mover('Move up', 'up', index - 1)}
      {mover('Move down', 'down', index + 1)}
      <div className={css.publish}>
        {item.isPublished ? null : (
          <Link className="icon-btn bare" aria-label={`Check ${title}`} href={checkHref(kind, item.id)}>
            <Icon name="check" />
          </Link>
        )}
        <button
          type="button"
          className="btn quiet sm"
          aria-label={`${publish} ${title}`}
          onClick={() => actions.togglePublished(item)}
        >
          {publish}
        </button>
      </div>
    </div>
  );
}
