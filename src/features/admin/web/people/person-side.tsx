import type { ReactNode } from 'react';
import type { PersonDetails } from '#features/people/contract/schemas.ts';
import { many } from '#platform/web/counts.ts';
import { Link } from '#platform/web/link.tsx';
import { LocalDate } from '#platform/web/local-date.tsx';
import * as css from '../record.module.css';
import { personHref } from './people-address.ts';

interface SessionsProps {
  sessions: PersonDetails['sessions'];
  /** The button that ends the sessions. */
  children: ReactNode;
}

/** Sessions of the account. */
export function Sessions({ sessions, children }: SessionsProps) {
  return (
    <section className={css.section} aria-labelledby="sessions-title">
      <h2 id="sessions-title">Sessions</h2>
      <p className="meta">
        {sessions.length === 0 ? 'Logged in nowhere.' : `Logged in on ${many(sessions.length, 'device')}.`}
      </p>
      <ul className={css.rows}>
        {sessions.map(({ device, createdAt, lastSeenAt }) => (
          <li key={`${createdAt} ${lastSeenAt} ${device}`}>
            <div>
              <b>{device}</b>
              <span className="meta">
                Since <LocalDate instant={createdAt} style="instant" />, seen{' '}
                <LocalDate instant={lastSeenAt} style="instant" />
              </span>
            </div>
          </li>
        ))}
      </ul>
      {sessions.length === 0 ? null : <div className={css.below}>{children}</div>}
    </section>
  );
}

/** The person's email signup, and another person with the same address. */
export function Signups({ person: { kind, email, signup, sameAddress } }: { person: PersonDetails }) {
  return (
    <section className={css.section} aria-labelledby="signups-title">
      <h2 id="signups-title">Email signups</h2>
      {signup === null && sameAddress === null ? <p className="meta">None.</p> : null}
      <ul className={css.rows}>
        {signup === null ? null : (
          <li>
            <div>
              <b>{signup.email}</b>
              <span className="meta">
                Form: {signup.source}, <LocalDate instant={signup.createdAt} style="instant" />.
                {kind === 'account' ? ' Joined to this account by proven address.' : ''}
              </span>
            </div>
            {signup.hasAccess ? (
              <span className="badge free">Has Access</span>
            ) : (
              <span className="badge off">Access Revoked</span>
            )}
          </li>
        )}
        {sameAddress === null ? null : (
          <li>
            <div>
              <Link href={personHref(sameAddress)}>
                {sameAddress.kind === 'account' ? 'An account' : 'An email signup'} with {email}
              </Link>
              <span className="meta">
                Not joined, because the account has not confirmed the address: it may be another person’s.
              </span>
            </div>
          </li>
        )}
      </ul>
    </section>
  );
}
