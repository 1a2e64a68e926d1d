import { useQuery } from '@tanstack/react-query';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import type { PersonDetails, PersonKind } from '#features/people/contract/schemas.ts';
import { useKeptFocus } from '#platform/design/dialog/use-kept-focus.ts';
import { EmptyState } from '#platform/design/state/empty-state.tsx';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { hasCode } from '#platform/web/api-error.ts';
import { Link } from '#platform/web/link.tsx';
import { LocalDate } from '#platform/web/local-date.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { AdminFrame, loadAdmin } from '../admin-frame.tsx';
import * as css from '../record.module.css';
import { PEOPLE_PATH, personHref } from './people-address.ts';
import { personQuery } from './people-queries.ts';
import { EndSessions, HeadActions, TakeAway } from './person-actions.tsx';
import { Changes } from './person-changes.tsx';
import { Role } from './person-role.tsx';
import { Access, Log, Mails, Payments } from './person-sections.tsx';
import { Sessions, Signups } from './person-side.tsx';
import { nameWord, STATE_BADGES } from './person-words.ts';
import { useGrantCalls } from './use-grant-calls.ts';
import { usePersonCalls } from './use-person-calls.ts';

const BACK = { href: PEOPLE_PATH, label: 'Back to User Management' };

/** Loads a person into the cache. Returns 404 for an unknown one. */
export async function loadPerson(kind: PersonKind, context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadAdmin(context);
  if (elsewhere) return elsewhere;
  const { api, queries, params } = context;
  try {
    const person = await queries.fetchQuery(personQuery(api, kind, Number(params.id)));
    // An account has verified the sign-up's address since.
    return person.kind === kind ? undefined : { redirect: personHref(person) };
  } catch (error) {
    return hasCode(error, 'not-found') ? { status: 404 } : undefined;
  }
}

/** A person's page: stored data, access and its reasons, actions. */
export function PersonView({ kind, id }: { kind: PersonKind; id: number }) {
  const { data: person, error, refetch } = useQuery(personQuery(useApi(), kind, id));
  const path = personHref({ kind, id });
  if (hasCode(error, 'not-found'))
    return (
      <AdminFrame title="Person not found" path={path}>
        <EmptyState title="This person does not exist any more." level={1}>
          <Link className="btn line" href={PEOPLE_PATH}>
            {BACK.label}
          </Link>
        </EmptyState>
      </AdminFrame>
    );
  if (person) return <Found key={path} person={person} path={path} />;
  return (
    <AdminFrame title="User Management" path={path} heading="User Management" back={BACK}>
      {error ? (
        <LoadFailure title="Error loading this person. Please try again." onRetry={() => void refetch()} />
      ) : (
        <PageSpinner />
      )}
    </AdminFrame>
  );
}

function Found({ person, path }: { person: PersonDetails; path: string }) {
  const { data: reader } = useQuery(userQuery(useApi()));
  const calls = usePersonCalls(person);
  const grantCalls = useGrantCalls(person);
  const heading = nameWord(person);
  const isAccount = person.kind === 'account';
  const isOwn = isAccount && reader?.id === person.id;
  const container = useKeptFocus<HTMLDivElement>();
  return (
    <AdminFrame
      title={heading}
      path={path}
      heading={heading}
      back={BACK}
      actions={<HeadActions person={person} calls={calls} grant={grantCalls.grant} />}
    >
      <Summary person={person} />
      {/* Receives the focus of a button that disappears with its action. */}
      <div ref={container} tabIndex={-1} className={css.columns}>
        <div className={css.stack}>
          <Access person={person} calls={grantCalls} />
          <Mails mails={person.mails} name={heading} />
          <Payments subscriptions={person.subscriptions} isAccount={isAccount} />
          <Log person={person} />
        </div>
        <div className={css.stack}>
          {isAccount ? (
            <Sessions sessions={person.sessions}>
              {isOwn ? null : <EndSessions person={person} calls={calls} />}
            </Sessions>
          ) : null}
          <Signups person={person} />
          {isAccount ? <Changes person={person} calls={grantCalls} /> : null}
          {isAccount ? <Role person={person} setRole={calls.setRole} isOwn={isOwn} /> : null}
          <TakeAway person={person} calls={calls} isOwn={isOwn} />
        </div>
      </div>
    </AdminFrame>
  );
}

function Summary({ person }: { person: PersonDetails }) {
  const [state, badge] = STATE_BADGES[person.state];
  const { email, kind, emailProven, since, lastSeenAt } = person;
  return (
    <p className={css.summary}>
      <span className={badge}>{state}</span>
      <span>
        {email ?? 'No address'}
        {email === null || kind === 'signup' ? '' : emailProven ? ', confirmed' : ', not confirmed'}
      </span>
      <span>
        {kind === 'account' ? 'Member' : 'Entered'} since <LocalDate instant={since} />
      </span>
      {lastSeenAt === null ? null : (
        <span>
          Last seen <LocalDate instant={lastSeenAt} style="instant" />
        </span>
      )}
    </p>
  );
}
