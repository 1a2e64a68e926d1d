import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { describeDevice } from '#platform/text/describe-device.ts';
import { LocalDate } from '#platform/web/local-date.tsx';
import { useApi } from '#platform/web/page.ts';
import type { endAllSessions, endOneSession } from '../../contract/endpoints.ts';
import * as ownCalls from '../../contract/own-account-calls.ts';
import type { SessionEntry } from '../../contract/schemas.ts';
import { showSignedOut } from '../session/show-signed-out.ts';
import { sessionsQuery } from './account-queries.ts';
import { AccountRow, AccountRows, RowButton } from './account-rows.tsx';
import { AccountSection } from './account-section.tsx';

const onError = toastFailure('Logout failed');

/** Shows the devices on which the user is signed in, with buttons that end one session or all. */
export function SessionsSection() {
  const api = useApi();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const { data: sessions, isError } = useQuery(sessionsQuery(api));
  const endAll = useMutation({
    mutationFn: () => api<typeof endAllSessions>(ownCalls.endAllSessions),
    onSuccess: () => {
      showSignedOut(queries, navigate);
      toast({ title: 'Logged out everywhere', description: 'You are logged out on all devices.' });
    },
    onError,
  });
  return (
    <AccountSection title="Where you are logged in">
      {sessions ? (
        <AccountRows>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </AccountRows>
      ) : isError ? (
        <ErrorNote role="alert">Your devices could not be loaded. Please try again later.</ErrorNote>
      ) : (
        <Spinner />
      )}
      <p>
        <button
          className="btn line"
          type="button"
          aria-disabled={endAll.isPending || undefined}
          onClick={() => endAll.isPending || endAll.mutate()}
        >
          Log out everywhere
        </button>
      </p>
    </AccountSection>
  );
}

function SessionRow({ session }: { session: SessionEntry }) {
  const api = useApi();
  const queries = useQueryClient();
  const device = describeDevice(session.userAgent);
  const end = useMutation({
    mutationFn: () => api<typeof endOneSession>(ownCalls.endOneSession, { params: { session: session.id } }),
    onSuccess: () => {
      toast({ title: 'Logged out', description: `${device} is logged out.` });
    },
    onError,
    // After an error too, because the session may have ended by itself.
    onSettled: () => queries.invalidateQueries(sessionsQuery(api)),
  });
  const facts = (
    <>
      {session.current ? (
        'This device'
      ) : (
        <>
          Last used on <LocalDate instant={session.lastSeenAt} />
        </>
      )}
      , logged in on <LocalDate instant={session.createdAt} />
    </>
  );
  const action = session.current ? null : (
    <RowButton
      aria-label={`Log out ${device}`}
      aria-disabled={end.isPending || undefined}
      onClick={() => end.isPending || end.mutate()}
    >
      Log out
    </RowButton>
  );
  return <AccountRow name={device} facts={facts} action={action} />;
}
