import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { ItemType, Ocean, Wave } from '#features/catalogue/contract.ts';
import { Icon } from '#platform/design/icon.tsx';
import { PageSpinner } from '#platform/design/spinner.tsx';
import { type Item, KINDS } from './content-kinds.ts';
import { ItemForm } from './item-form.tsx';
import { ItemList } from './item-list.tsx';
import { LoadFailure } from './load-failure.tsx';

interface ItemPanelProps {
  kind: ItemType;
  /** Undefined: not here yet. */
  items: readonly Item[] | undefined;
  /** There is nothing to show, and there was a failure. */
  failed: boolean;
  queryKey: readonly string[];
  parentId: number | null;
  /** What holds the list, by its title. */
  within: string | null;
  oceans: readonly Ocean[];
  waves: readonly Wave[];
  edit: number | null;
  dirty: boolean;
  onDirty(dirty: boolean): void;
  onEdit(id: number | null): void;
  onDrill(item: Item): void;
  /** Asks first when something typed would be lost. */
  ask(wouldLose: boolean, act: () => void): void;
}

/** A list of one level, and the form beside it. */
export function ItemPanel(props: ItemPanelProps) {
  const { kind, items, failed, queryKey, parentId, within, edit, dirty, onDirty, onEdit, onDrill, ask } =
    props;
  const { Names, Name } = KINDS[kind];
  const queries = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const formTitle = useRef<HTMLHeadingElement>(null);
  const own = useRef(new Set<number>());
  const wantsFocus = useRef(false);
  const item = items?.find(({ id }) => id === edit) ?? null;
  const onOwn = useCallback((ids: readonly number[]) => {
    for (const id of ids) own.current.add(id);
  }, []);
  /** The button that had the focus is gone; the dialog gives it back first. */
  const focusHeading = () => requestAnimationFrame(() => heading.current?.focus());

  if (failed)
    return (
      <div className="content-failed">
        <LoadFailure
          title={KINDS[kind].failed}
          onRetry={() => void queries.refetchQueries({ queryKey, exact: true })}
        />
      </div>
    );
  if (!items) return <PageSpinner />;
  return (
    <div className="admin-split content-split">
      <section aria-labelledby="list-title">
        <div className="section-head">
          <h2 id="list-title" tabIndex={-1} ref={heading}>
            {within === null ? Names : `${Names} in ${within}`}
          </h2>
          <button
            type="button"
            className="btn line sm to-form"
            onClick={() => {
              if (edit === null) formTitle.current?.focus();
              else
                ask(dirty, () => {
                  wantsFocus.current = true;
                  onEdit(null);
                });
            }}
          >
            <Icon name="plus" />
            New {kind}
          </button>
        </div>
        <ItemList
          key={parentId}
          kind={kind}
          items={items}
          parentId={parentId}
          queryKey={queryKey}
          editing={item?.id ?? null}
          onOwn={onOwn}
          onEdit={(chosen) => {
            if (chosen.id === edit) {
              formTitle.current?.focus();
              return;
            }
            ask(dirty, () => {
              wantsFocus.current = true;
              onEdit(chosen.id);
            });
          }}
          onDrill={(chosen) => ask(dirty, () => onDrill(chosen))}
          onGone={(ids) => {
            if (edit !== null && ids.includes(edit)) onEdit(null);
            focusHeading();
          }}
        />
      </section>
      <section className="panel item-form" aria-labelledby="form-title">
        <h2 id="form-title" tabIndex={-1} ref={formTitle}>
          {item ? `Edit ${kind}` : `Create New ${Name}`}
        </h2>
        <ItemForm
          key={item ? `item-${item.id}` : `new-${parentId}`}
          kind={kind}
          item={item}
          parentId={parentId}
          oceans={props.oceans}
          waves={props.waves}
          own={own}
          wantsFocus={wantsFocus}
          onDirty={onDirty}
          onSaved={(saved, isNew) => {
            if (isNew) return;
            onEdit(null);
            requestAnimationFrame(() => focusEditOf(saved.id, heading.current));
          }}
          onCancel={() =>
            ask(dirty, () => {
              onEdit(null);
              requestAnimationFrame(() => focusEditOf(edit, heading.current));
            })
          }
        />
      </section>
    </div>
  );
}

/** Back to where the editing began. */
function focusEditOf(id: number | null, otherwise: HTMLElement | null): void {
  const row = document.querySelector<HTMLElement>(`.content-list > li[data-item="${id}"] .acts button`);
  (row ?? otherwise)?.focus();
}
