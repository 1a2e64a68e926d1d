import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { MAX_SEARCH } from '#features/people/contract/calls.ts';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { many } from '#platform/web/counts.ts';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { AdminFrame, loadAdmin } from '../admin-frame.tsx';
import { FilterSelect } from '../filter-select.tsx';
import { isUnloaded, LoadMore } from '../load-more.tsx';
import { AccessLinks } from '../members/access-links.tsx';
import { SearchBox } from '../search-list/search-box.tsx';
import { StateChips } from '../search-list/state-chips.tsx';
import { useHeld } from '../search-list/use-held.ts';
import { useSearchFilter } from '../search-list/use-search-filter.ts';
import * as css from '../search-list.module.css';
import {
  ORDERS,
  PEOPLE_PATH,
  type PeopleFilter,
  peopleHref,
  ROLES,
  readPeopleFilter,
  STATES,
} from './people-address.ts';
import { countsQuery, peopleCsvHref, peopleQuery } from './people-queries.ts';
import { PeopleTable } from './people-table.tsx';

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadAdmin(context);
  if (elsewhere) return elsewhere;
  const { api, queries, search } = context;
  await queries.prefetchInfiniteQuery(peopleQuery(api, readPeopleFilter(search)));
  return undefined;
}

/** /admin/users: all people with an account or a sign-up. */
export function Page() {
  return (
    <AdminFrame
      title="User Management"
      path={PEOPLE_PATH}
      heading="User Management"
      lead="Everyone who has an account or entered an address."
      actions={<AccessLinks />}
    >
      <People />
    </AdminFrame>
  );
}

function People() {
  const { filter, typed, setTyped, settle, change } = useSearchFilter(readPeopleFilter, peopleHref);
  return (
    <>
      <search className={`${css.filter} ${css.withRole}`}>
        <SearchBox
          label="Search people by name or address"
          placeholder="Search name or address"
          maxLength={MAX_SEARCH}
          text={typed}
          onType={setTyped}
          onLeave={settle}
        />
        <FilterSelect
          label="Role"
          value={filter.role}
          choices={ROLES}
          onChange={(role) => change({ role })}
        />
        <FilterSelect
          label="Sort"
          value={filter.order}
          choices={ORDERS}
          onChange={(order) => change({ order })}
        />
        <a className="btn line" href={peopleCsvHref(filter)} download="people.csv">
          Download CSV
        </a>
      </search>
      <Results
        filter={filter}
        onState={(state) => change({ state })}
        onOrder={(order) => change({ order })}
      />
    </>
  );
}

interface ResultsProps {
  filter: PeopleFilter;
  onState(state: PeopleFilter['state']): void;
  onOrder(order: PeopleFilter['order']): void;
}

function Results({ filter: present, onState, onOrder }: ResultsProps) {
  const api = useApi();
  const found = useInfiniteQuery({
    ...peopleQuery(api, present),
    // The previous results are shown during the next search.
    placeholderData: keepPreviousData,
  });
  const { held, onPointerDown } = useHeld({ list: found, filter: present });
  const { list, filter } = held;
  const counts = useQuery(countsQuery(api)).data;
  const people = list.data?.pages.flatMap((page) => page.people) ?? [];
  // A node of the previous version sends no count of staff.
  const countOf = (state: PeopleFilter['state']) => counts?.[state === '' ? 'all' : state];
  const total = filter.search === '' && filter.role === '' ? countOf(filter.state) : undefined;
  return (
    <section
      aria-label="People"
      aria-busy={list.isPlaceholderData || undefined}
      onPointerDown={onPointerDown}
    >
      <div className={css.states}>
        <StateChips states={STATES} chosen={filter.state} countOf={countOf} onChoose={onState} />
        <span className="meta" role="status">
          {total !== undefined
            ? many(total, 'person', 'people')
            : list.data && !list.isPlaceholderData && (filter.search !== '' || filter.role !== '')
              ? `${list.hasNextPage ? 'More than ' : ''}${many(people.length, 'person', 'people')} found`
              : ''}
        </span>
      </div>
      {isUnloaded(list) ? (
        <LoadFailure title="Error loading people. Please try again." onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <PageSpinner />
      ) : people.length === 0 ? (
        <p className={css.empty}>
          {filter.search === ''
            ? filter.role === ''
              ? 'Nobody here yet.'
              : 'Nobody here has this role.'
            : 'Nobody here by that name. Try part of the address.'}
        </p>
      ) : (
        <PeopleTable people={people} filter={filter} onOrder={onOrder} />
      )}
      {list.hasNextPage ? (
        <div className={css.loadMore}>
          <LoadMore pages={list} />
        </div>
      ) : null}
    </section>
  );
}
