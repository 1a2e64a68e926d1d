import type { KeyboardEvent, PointerEvent } from 'react';
import type { ItemType } from '#features/catalogue/contract.ts';
import { many } from '#features/catalogue/web/counts.ts';
import { Cover } from '#features/catalogue/web/cover.tsx';
import { formatDuration } from '#features/catalogue/web/duration.ts';
import { Icon } from '#platform/design/icon.tsx';
import { ContentIcon } from './content-icon.tsx';
import { type Item, KINDS, truncated } from './content-kinds.ts';
import { ItemBadges } from './item-badges.tsx';

export interface RowActions {
  edit(item: Item): void;
  remove(item: Item): void;
  drill(item: Item): void;
  duplicate(item: Item): void;
  togglePublished(item: Item): void;
  select(item: Item, on: boolean): void;
  move(item: Item, to: number): void;
  askPlace(item: Item): void;
}

type PointerHandler = (event: PointerEvent<HTMLElement>) => void;

interface ItemRowProps {
  kind: ItemType;
  item: Item;
  /** Its place among all, from 0, and how many there are. */
  place: number;
  count: number;
  /** In the form now. */
  current: boolean;
  selected: boolean;
  /** Why the order cannot be changed now. */
  fixed: string | null;
  /** The row is held, or would be dropped before or after this one. */
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

/** One item of a list with all that can be done to it. */
export function ItemRow(props: ItemRowProps) {
  const { kind, item, current, selected, dragState, actions } = props;
  const className = [current ? 'is-on' : '', dragState ? `drag-${dragState}` : ''].join(' ').trim();
  return (
    <li className={className || undefined} data-item={item.id}>
      <div className="pick">
        <label className="tick">
          <input
            type="checkbox"
            checked={selected}
            aria-label={`Select ${item.title}`}
            onChange={(event) => actions.select(item, event.target.checked)}
          />
        </label>
        <PlaceHandle {...props} />
      </div>
      <div className={`art ${kind}`}>
        <Cover kind={kind} of={item} />
      </div>
      <div className="item-text">
        <h3>
          <span>{item.title}</span>
          <ItemBadges item={item} />
        </h3>
        <p>{truncated(item.description)}</p>
        <p className="meta">{extentOf(item)}</p>
      </div>
      <RowButtons {...props} />
    </li>
  );
}

function extentOf(item: Item): string {
  if ('waveCount' in item) return `${many(item.waveCount, 'wave')} · ${formatDuration(item.totalDuration)}`;
  if ('dropletCount' in item)
    return `${many(item.dropletCount, 'droplet')} · ${formatDuration(item.duration)}`;
  return `${item.mediaType} · ${formatDuration(item.duration)}`;
}

/** Drag it; a press asks for a number; the arrow keys move by one. */
function PlaceHandle({ item, place, count, fixed, handle, wasDragged, actions }: ItemRowProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowUp: place - 1, ArrowDown: place + 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (fixed === null) actions.move(item, to);
  };
  return (
    <button
      type="button"
      className="icon-btn bare grip"
      aria-label={`Place of ${item.title}: ${place + 1} of ${count}. Move`}
      aria-description={fixed ?? 'Drag to move, or press to choose a place'}
      aria-disabled={fixed === null ? undefined : true}
      onKeyDown={onKeyDown}
      onClick={() => {
        if (fixed === null && !wasDragged()) actions.askPlace(item);
      }}
      {...(fixed === null ? handle : {})}
    >
      <ContentIcon name="grip" />
    </button>
  );
}

function RowButtons({ kind, item, place, count, fixed, actions }: ItemRowProps) {
  const { title } = item;
  const { inside } = KINDS[kind];
  const mover = (label: string, icon: 'up' | 'down', to: number) => {
    const why = fixed ?? (to < 0 ? 'It is the first one' : to >= count ? 'It is the last one' : null);
    return (
      <button
        type="button"
        className="icon-btn bare"
        aria-label={`${label} ${title}`}
        aria-description={why ?? undefined}
        // Not `disabled`: whoever moves something to the end with a key is still there.
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
    <div className="acts">
      <button
        type="button"
        className="icon-btn bare"
        aria-label={`Edit ${title}`}
        onClick={() => actions.edit(item)}
      >
        <Icon name="pencil" />
      </button>
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
          <Icon name="drill" />
        </button>
      ) : null}
      {mover('Move up', 'up', place - 1)}
      {mover('Move down', 'down', place + 1)}
      <button
        type="button"
        className="btn quiet sm publish"
        aria-label={`${publish} ${title}`}
        onClick={() => actions.togglePublished(item)}
      >
        {publish}
      </button>
    </div>
  );
}
