import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { Ocean, Wave } from '#features/catalogue/contract/schemas.ts';
import { writtenName } from '#features/catalogue/shared/written-address.ts';
import type { Files } from '#features/uploads/web/files-on-their-way.tsx';
import { Icon } from '#platform/design/icon.tsx';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { Link } from '#platform/web/link.tsx';
import { ItemForm } from '../editor/item-form.tsx';
import type { ItemValues } from '../editor/item-form-schema.ts';
import { importHref } from '../import/import-path.ts';
import { ItemList } from '../list/item-list.tsx';
import { writingPath } from '../writing/writing-address.ts';
import { type Item, KINDS } from './content-kinds.ts';
import * as css from './content-panel.module.css';

interface ItemPanelProps {
  kind: ItemType;
  /** Undefined while loading. */
  items: readonly Item[] | undefined;
  /** Whether loading failed and nothing is cached. */
  failed: boolean;
  queryKey: readonly string[];
  parentId: number | null;
  /** Title of the parent item; null for oceans. */
  within: string | null;
  oceans: readonly Ocean[];
  waves: readonly Wave[];
  edit: number | null;
  dirty: boolean;
  onDirty(dirty: boolean): void;
  files: Files;
  onEdit(id: number | null): void;
  onDrill(item: Item): void;
  /** Whether the list was opened from its parent's row: that row is gone, so the heading takes the focus. */
  drilled: RefObject<boolean>;
  /** Runs `act`, after a confirmation if it would discard unsaved input. */
  ask(wouldLose: boolean, act: () => void): void;
}

/** The list of one level with the form beside it, or its loading or error state. */
export function ItemPanel(props: ItemPanelProps) {
  const { kind, items, failed, queryKey } = props;
  const queries = useQueryClient();
  if (failed)
    return (
      <div className={css.failed}>
        <LoadFailure
          title={KINDS[kind].failed}
          onRetry={() => void queries.refetchQueries({ queryKey, exact: true })}
        />
      </div>
    );
  return items ? <ListAndForm {...props} items={items} /> : <PageSpinner />;
}

function ListAndForm(props: ItemPanelProps & { items: readonly Item[] }) {
  const { kind, items, parentId, within, edit, dirty, onDirty, onEdit, onDrill, ask } = props;
  const { Names, Name } = KINDS[kind];
  const [, navigate] = useLocation();
  const heading = useHeading(props.drilled);
  const { editor, focusTitle, isElsewhere } = useFormFocus();
  const own = useRef(new Set<number>());
  const wantsFocus = useRef<string>(null);
  const typedMeanwhile = useRef(new Map<number, Partial<ItemValues>>());
  const item = useOpenItem(items, edit, dirty);
  const onOwn = useCallback((ids: readonly number[]) => {
    for (const id of ids) own.current.add(id);
  }, []);
  /** Opens an item in the form, or a new one for null. Focuses the form if the item is already open. */
  const openForm = (id: number | null) => {
    if (id === edit) focusTitle();
    else
      ask(dirty, () => {
        wantsFocus.current = 'title';
        onEdit(id);
      });
  };
  /** Returns to a new item, and moves the focus to the row of the previously open item. */
  const closeForm = (id: number | null) => {
    const staysElsewhere = isElsewhere();
    onEdit(null);
    if (!staysElsewhere) requestAnimationFrame(() => focusEditOf(id, heading.current));
  };

  return (
    <div className={`admin-split ${css.split}`}>
      <section aria-labelledby="list-title">
        <div className="section-head">
          <h2 id="list-title" tabIndex={-1} ref={heading}>
            {within === null ? Names : `${Names} in ${within}`}
          </h2>
          <ListActions kind={kind} parentId={parentId} onNew={() => openForm(null)} />
        </div>
        <ItemList
          key={parentId}
          kind={kind}
          items={items}
          parentId={parentId}
          queryKey={props.queryKey}
          editing={item?.id ?? null}
          onOwn={onOwn}
          onEdit={({ id }) => openForm(id)}
          onDrill={(chosen) => ask(dirty, () => onDrill(chosen))}
          onGone={(ids, beside) => {
            if (edit !== null && ids.includes(edit)) onEdit(null);
            // After the dialog has closed, because the focused button is gone.
            requestAnimationFrame(() => focusEditOf(beside, heading.current));
          }}
        />
      </section>
      <section className={`panel ${css.editor}`} aria-labelledby="form-title" ref={editor}>
        <h2 id="form-title">{item ? `Edit ${kind}` : `Create New ${Name}`}</h2>
        <ItemForm
          key={item ? `item-${item.id}` : `new-${parentId}`}
          kind={kind}
          item={item}
          parentId={parentId}
          oceans={props.oceans}
          waves={props.waves}
          own={own}
          wantsFocus={wantsFocus}
          typedMeanwhile={typedMeanwhile}
          onDirty={onDirty}
          files={props.files}
          onSaved={(saved, isNew) => {
            if (!isNew) closeForm(saved.id);
            else if (typedMeanwhile.current.has(saved.id)) {
              // The saved item's form focuses the same field, unless the focus has moved elsewhere.
              wantsFocus.current = isElsewhere()
                ? null
                : document.activeElement?.getAttribute('name') || 'title';
              onEdit(saved.id);
            }
            // A new text is empty, so its editor opens next.
            else if (writtenName(saved.mediaUrl)) navigate(writingPath(saved.id));
            else if (!isElsewhere()) focusTitle();
          }}
          onCancel={() => ask(dirty, () => closeForm(edit))}
        />
      </section>
    </div>
  );
}

/** Returns the ref of the list's heading, which takes the focus of a row that led here. */
function useHeading(drilled: RefObject<boolean>): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (drilled.current) heading.current?.focus();
    drilled.current = false;
  }, [drilled]);
  return heading;
}

/** Manages the section of the form and its focus. */
function useFormFocus() {
  const editor = useRef<HTMLElement>(null);
  return {
    editor,
    focusTitle: () => editor.current?.querySelector<HTMLElement>('[name=title]')?.focus(),
    /** Tells whether the focus has moved elsewhere during the save. Text typed there must stay. */
    isElsewhere: () =>
      document.activeElement !== document.body && !editor.current?.contains(document.activeElement),
  };
}

/**
 * Returns the item in the form; null for a new one. With unsaved input, an item that another person deletes
 * or moves stays.
 */
function useOpenItem(items: readonly Item[], edit: number | null, dirty: boolean): Item | null {
  const found = items.find(({ id }) => id === edit) ?? null;
  const [last, setLast] = useState(found);
  const open = found ?? (dirty && last?.id === edit ? last : null);
  if (open !== last) setLast(open);
  return open;
}

interface ListActionsProps {
  kind: ItemType;
  parentId: number | null;
  onNew(): void;
}

function ListActions({ kind, parentId, onNew }: ListActionsProps) {
  return (
    <div className="row">
      {kind === 'wave' && parentId !== null ? (
        <Link className="btn line sm" href={importHref(parentId)}>
          Import a folder<span className="sr"> of films as a wave</span>
        </Link>
      ) : null}
      <button type="button" className={`btn line sm ${css.toForm}`} aria-keyshortcuts="n" onClick={onNew}>
        <Icon name="plus" />
        New {kind}
      </button>
    </div>
  );
}

/** Returns the focus to the row's Edit button. */
function focusEditOf(id: number | null, otherwise: HTMLElement | null): void {
  const row = document.querySelector<HTMLElement>(`li[data-item="${id}"] [aria-label^="Edit "]`);
  (row ?? otherwise)?.focus();
}
