import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { many } from '#features/catalogue/web/counts.ts';
import type { changeEmailSignup, EmailSignup } from '#features/signups/contract.ts';
import { PageSpinner } from '#platform/design/spinner.tsx';
import { toast } from '#platform/design/toast.tsx';
import { failureText } from '#platform/web/api-client.ts';
import { LocalDate } from '#platform/web/local-date.tsx';
import { useApi } from '#platform/web/page.ts';
import { LoadFailure } from './load-failure.tsx';
import { SearchBar } from './search-bar.tsx';
import { ALL_SIGNUPS, type SignupFilter, signupsCsvHref, signupsQuery } from './signup-queries.ts';
import { useDebounced } from './use-debounced.ts';

const DEBOUNCE = 300;

const ACCESS = [
  ['true', 'Has Access'],
  ['false', 'Access Revoked'],
] as const;

/** Every address that entered: its access can be revoked and granted again. */
export function SignupsPanel() {
  const [typed, setTyped] = useState('');
  const [hasAccess, setHasAccess] = useState<SignupFilter['hasAccess']>('');
  const search = useDebounced(typed.trim(), DEBOUNCE);
  const filter: SignupFilter = { search, hasAccess };
  const list = useInfiniteQuery({
    ...signupsQuery(useApi(), filter),
    // What was found stays while the next search is under way.
    placeholderData: keepPreviousData,
  });
  const signups = list.data?.pages.flatMap((page) => page.signups) ?? [];
  const filtered = search !== '' || hasAccess !== '';
  const total = list.data?.pages[0]?.total ?? signups.length;
  const isEmpty = list.data !== undefined && total === 0 && !filtered;
  return (
    <section className="signups" aria-labelledby="signups-title">
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
      {list.isError ? (
        <LoadFailure
          title="Error loading email signups. Please try again."
          onRetry={() => void list.refetch()}
        />
      ) : !list.data ? (
        <PageSpinner />
      ) : signups.length === 0 ? (
        <p className="list-empty">{filtered ? 'No address matches this search.' : 'No email signups yet'}</p>
      ) : (
        <SignupTable signups={signups} />
      )}
      {list.hasNextPage ? (
        <p className="load-more">
          <button
            type="button"
            className="btn line"
            aria-disabled={list.isFetchingNextPage || undefined}
            onClick={() => {
              if (!list.isFetchingNextPage) void list.fetchNextPage();
            }}
          >
            {list.isFetchingNextPage ? 'Loading...' : 'Load more'}
          </button>
        </p>
      ) : null}
    </section>
  );
}

function SignupTable({ signups }: { signups: readonly EmailSignup[] }) {
  return (
    <table className="table signup-table">
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

function SignupRow({ signup }: { signup: EmailSignup }) {
  const api = useApi();
  const queries = useQueryClient();
  const { id, email, createdAt, source, hasAccess } = signup;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api<typeof changeEmailSignup>('PATCH /api/email-signups/:id', {
        params: { id: String(id) },
        body: { hasAccess: !hasAccess },
      }),
    onSuccess: async (changed) => {
      toast(
        changed.hasAccess
          ? { title: 'Access granted', description: `${email} may enter again.` }
          : { title: 'Access revoked', description: `${email} may no longer enter.` },
      );
      await queries.invalidateQueries({
        predicate: ({ queryKey: [key] }) => key === '/api/email-signups' || key === '/api/trail',
      });
    },
    onError: (error) =>
      toast({
        kind: 'bad',
        title: `Failed to ${hasAccess ? 'revoke' : 'grant'} access`,
        description: failureText(error),
      }),
  });
  const label = hasAccess ? 'Revoke' : 'Grant Access';
  return (
    <tr>
      <td className="email">{email}</td>
      <td data-l="Signed up">
        <LocalDate instant={createdAt} style="instant" />
      </td>
      <td data-l="Source">{source}</td>
      <td>
        {hasAccess ? (
          <span className="badge free">Has Access</span>
        ) : (
          <span className="badge off">Access Revoked</span>
        )}
      </td>
      <td>
        <button
          type="button"
          className="btn line sm"
          aria-disabled={isPending || undefined}
          onClick={() => {
            if (!isPending) mutate();
          }}
        >
          {label}
          <span className="sr">
            {' '}
            {hasAccess ? 'the access of' : 'to'} {email}
          </span>
        </button>
      </td>
    </tr>
  );
}
