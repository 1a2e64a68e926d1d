import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { useDebounced } from '#platform/web/use-debounced.ts';
import { AdminFrame, loadForEditors, useIsAdmin } from '../admin-frame.tsx';
import { FilterSelect } from '../filter-select.tsx';
import { SearchBar } from '../list/filter/search-bar.tsx';
import { isUnloaded, LoadMore } from '../load-more.tsx';
import { EmptyTrash } from './empty-trash.tsx';
import { type TrashFilter, trashQuery, WHOLE_TRASH } from './trash-calls.ts';
import * as css from './trash-page.module.css';
import { TrashRow } from './trash-row.tsx';

const DEBOUNCE = 300;

const TYPES = [
  ['', 'Everything'],
  ['ocean', 'Oceans'],
  ['wave', 'Waves'],
  ['droplet', 'Droplets'],
] as const;

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadForEditors(context);
  if (elsewhere) return elsewhere;
  await context.queries.prefetchInfiniteQuery(trashQuery(context.api, WHOLE_TRASH));
  return undefined;
}

/** /admin/trash: deleted items, for 30 days. Editors can only restore. */
export function Page() {
  const [typed, setTyped] = useState('');
  const [type, setType] = useState<TrashFilter['type']>('');
  const text = useDebounced(typed.trim(), DEBOUNCE);
  const isFiltered = text !== '' || type !== '';
  const list = useInfiniteQuery({
    ...trashQuery(useApi(), { type, text }),
    // The previous entries are shown until the next ones arrive.
    placeholderData: keepPreviousData,
  });
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  const isEmpty = list.data !== undefined && entries.length === 0;
  const isAdmin = useIsAdmin();
  const rows = useRef<HTMLElement>(null);
  return (
    <AdminFrame forEditors title="Trash" path="/admin/trash" heading="Trash">
      <div className={css.head}>
        <p>Deleted items wait here for 30 days. Restoring brings everything back, favorites included.</p>
        {!isAdmin || (isEmpty && !isFiltered) ? null : (
          <EmptyTrash newest={isFiltered ? undefined : entries[0]?.id} onGone={() => rows.current?.focus()} />
        )}
      </div>
      {isEmpty && !isFiltered ? null : (
        <SearchBar names="the trash" text={typed} onType={setTyped}>
          <FilterSelect
            className={`input ${css.types}`}
            label="Show"
            value={type}
            choices={TYPES}
            onChange={(chosen) => setType(chosen)}
          />
        </SearchBar>
      )}
      {/* Receives the focus of a removed row. */}
      <section ref={rows} tabIndex={-1} aria-label="Deleted items" className={css.list}>
        {isUnloaded(list) ? (
          <LoadFailure
            title="Error loading the trash. Please try again."
            onRetry={() => void list.refetch()}
          />
        ) : !list.data ? (
          <PageSpinner />
        ) : isEmpty ? (
          <p className={css.empty} role="status">
            {isFiltered ? 'Nothing in the trash matches this.' : 'The trash is empty.'}
          </p>
        ) : (
          <ul className={css.rows} data-part="trash" aria-busy={list.isPlaceholderData || undefined}>
            {entries.map((entry) => (
              <TrashRow key={entry.id} entry={entry} onGone={() => rows.current?.focus()} />
            ))}
          </ul>
        )}
        {list.hasNextPage ? <LoadMore pages={list} /> : null}
      </section>
      {isEmpty ? null : (
        <p className={`meta ${css.note}`}>Films and pictures of these items are kept as long as the items.</p>
      )}
    </AdminFrame>
  );
}
