import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { ErrorNote } from '#platform/design/error-note.tsx';
import { Spinner } from '#platform/design/spinner.tsx';
import { toast } from '#platform/design/toast.tsx';
import { failureText } from '#platform/web/api-client.ts';
import { LocalDate } from '#platform/web/local-date.tsx';
import { useApi } from '#platform/web/page.ts';
import type { endAllSessions, endOneSession, SessionEntry } from '../contract.ts';
import { describeDevice } from './describe-device.ts';
import { sessionsQuery } from './queries.ts';
import { setSessionUser } from './session-user.ts';

const failed = (error: unknown) =>
  toast({
    kind: 'bad',
    title: 'Signing out did not work',
    description: failureText(error),
  });

/** Where one is signed in, each with its end, and the end of all. */
export function SessionsSection() {
  const api = useApi();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const { data: sessions, isError } = useQuery(sessionsQuery(api));
  const endAll = useMutation({
    mutationFn: () => api<typeof endAllSessions>('DELETE /api/user/sessions'),
    onSuccess: () => {
      navigate('/');
      setSessionUser(queries, null);
      toast({ title: 'Signed out everywhere', description: 'Your account is open nowhere now.' });
    },
    onError: failed,
  });
  return (
    <section aria-labelledby="sessions-title">
      <h2 id="sessions-title">Where you are signed in</h2>
      {sessions ? (
        <ul className="account-list">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      ) : isError ? (
        <ErrorNote role="alert">The list could not be loaded. Please try again later.</ErrorNote>
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
          Sign out everywhere
        </button>
      </p>
    </section>
  );
}

function SessionRow({ session }: { session: SessionEntry }) {
  const api = useApi();
  const queries = useQueryClient();
  const device = describeDevice(session.userAgent);
  const end = useMutation({
    mutationFn: () =>
      api<typeof endOneSession>('DELETE /api/user/sessions/:session', { params: { session: session.id } }),
    onSuccess: () => {
      toast({ title: 'Signed out', description: `${device} is signed out.` });
    },
    onError: failed,
    // Also when it had ended by itself: the list shows what is.
    onSettled: () => queries.invalidateQueries(sessionsQuery(api)),
  });
  return (
    <li>
      <div>
        <b>{device}</b>
        <span className="meta">
          {session.current ? (
            'This device'
          ) : (
            <>
              Last used on <LocalDate instant={session.lastSeenAt} />
            </>
          )}
          , signed in on <LocalDate instant={session.createdAt} />
        </span>
      </div>
      {session.current ? null : (
        <button
          className="btn quiet sm"
          type="button"
          aria-label={`Sign out ${device}`}
          aria-disabled={end.isPending || undefined}
          onClick={() => end.isPending || end.mutate()}
        >
          Sign out
        </button>
      )}
    </li>
  );
}
