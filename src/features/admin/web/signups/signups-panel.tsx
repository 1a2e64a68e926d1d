import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EmailSignup } from '#features/signups/contract/schemas.ts';
import { useKeptFocus } from '#platform/design/dialog/use-kept-focus.ts';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { many } from '#platform/web/counts.ts';
import { useApi } from '#platform/web/page.ts';
import { useDebounced } from '#platform/web/use-debounced.ts';
import { SearchBar } from '../list/filter/search-bar.tsx';
import { isUnloaded, LoadMore } from '../load-more.tsx';
import { ALL_SIGNUPS, type SignupFilter, signupsCsvHref, signupsQuery } from './signup-queries.ts';
import { SignupRow } from './signup-row.tsx';
import * as css from './signups-panel.module.css';

const DEBOUNCE = 300;

const ACCESS = [
  ['true', 'Has Access'],
  ['false', 'Access Revoked'],
] as const;

/** Email signups, whose access can be revoked and granted. */
export function SignupsPanel() {
  // Erasing removes the row with its button.
  const container = useKeptFocus<HTMLElement>();
  const [typed, setTyped] = useState('');
  const [hasAccess, setHasAccess] = useState<SignupFilter['hasAccess']>('');
  const search = useDebounced(typed.trim(), DEBOUNCE);
  const filter: SignupFilter = { search, hasAccess };
  const list = useInfiniteQuery({
    ...signupsQuery(useApi(), filter),
    // The previous results are shown during the next search.
    placeholderData: keepPreviousData,
  });
  const signups = list.data?.pages.flatMap((page) => page.signups) ?? [];
  const filtered = search !== '' || hasAccess !== '';
  const total = list.data?.pages[0]?.total ?? signups.length;
  const isEmpty = list.data !== undefined && total === 0 && !filtered;
  return (
    <section ref={container} className={css.panel} tabIndex={-1} aria-labelledby="signups-title">
      <div className="section-head">
        <h2 id="signups-title">Email Signups</h2>
        <span className="meta" role="status">
          {list.data ? `${many(total, 'address', 'addresses')}${filtered ? ' found' : ''}` : ''}
        </span>
      </div>
      {isEmpty ? null : (
        <SearchBar
          names="addresses"
          text={typed}
          onType={setTyped}
          choices={ACCESS.map(([value, label]) => ({
            name: value,
            label,
            isChosen: hasAccess === value,
            toggle: () => setHasAccess(hasAccess === value ? ALL_SIGNUPS.hasAccess : value),
          }))}
        >
          <a className="btn line sm" href={signupsCsvHref(filter)} download="email-signups.csv">
            Download CSV
          </a>
        </SearchBar>
      )}
      {isUnloaded(list) ? (
        <LoadFailure
          title="Error loading email signups. Please try again."
          onRetry={() => void list.refetch()}
        />
      ) : !list.data ? (
        <PageSpinner />
      ) : signups.length === 0 ? (
        <p className={css.empty}>{filtered ? 'No emails match this search.' : 'No email signups yet'}</p>
      ) : (
        <SignupTable signups={signups} />
      )}
      {list.hasNextPage ? (
        <div className={css.loadMore}>
          <LoadMore pages={list} />
        </div>
      ) : null}
    </section>
  );
}

function SignupTable({ signups }: { signups: readonly EmailSignup[] }) {
  return (
    <table className={`table ${css.table}`}>
      <thead>
        <tr>
          <th scope="col">Email</th>
          <th scope="col">Signed up</th>
          <th scope="col">Source</th>
          <th scope="col">Access</th>
          <th scope="col">
            <span className="sr">Action</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {signups.map((signup) => (
          <SignupRow key={signup.id} signup={signup} />
        ))}
      </tbody>
    </table>
  );
}
