import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import type { User } from '#features/accounts/contract/schemas.ts';
import { AccountSection } from '#features/accounts/web/account/account-section.tsx';
import { toastAsked, useProveEmail } from '#features/accounts/web/email/use-prove-email.ts';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { ownTimeZone } from '#platform/text/time-zones.ts';
import { useApi } from '#platform/web/page.ts';
import type { Letter, Rhythm } from '../contract/schemas.ts';
import { describeNext } from './describe-time.ts';
import * as css from './letter.module.css';
import { type LetterChoice, letterQuery, useSetLetter } from './queries.ts';
import { ScheduleFields } from './schedule-fields.tsx';

const RHYTHMS: readonly (readonly [Rhythm, string])[] = [
  ['weekly', 'Weekly'],
  ['monthly', 'Monthly'],
  ['paused', 'Paused'],
];

/** The account page's section about the weekly letter. Absent when the owner sends none. */
export function LetterSection({ user }: { user: User }) {
  const { data: letter } = useQuery(letterQuery(useApi()));
  if (letter && !letter.offered && !letter.on) return null;
  return (
    <AccountSection title="Weekly letter">
      <p>One lesson a week, by mail. You can stop it from any letter, in one press.</p>
      {letter === undefined ? (
        <Spinner />
      ) : user.email === null ? (
        <p>Add an email above. Then the letter knows where to go.</p>
      ) : (
        <Choice user={{ ...user, email: user.email }} letter={letter} />
      )}
    </AccountSection>
  );
}

function Choice({ user, letter }: { user: User & { email: string }; letter: Letter }) {
  const set = useSetLetter();
  const prove = useProveEmail();
  const [zone, setZone] = useState('UTC');
  useEffect(() => setZone(ownTimeZone()), []);
  const chosen: LetterChoice = {
    on: letter.on,
    day: letter.day,
    hour: letter.hour,
    timeZone: letter.timeZone ?? zone,
    rhythm: letter.rhythm,
  };
  const shown = set.isPending ? set.variables : chosen;
  const sendProof = () =>
    prove.mutate(
      { email: user.email },
      {
        onSuccess: (proven) => toastAsked(user.email, proven),
        onError: toastFailure('The email could not be sent'),
      },
    );
  // A pending choice is part of the next one, so that no press is lost.
  const save = (change: Partial<LetterChoice>) => {
    // The schedule fields pass on the whole choice. A second mail would invalidate the first one's link.
    const begins = change.on === true && !shown.on && !user.emailVerified;
    set.mutateAsync({ ...shown, ...change }).then(
      () => begins && sendProof(),
      // `useSetLetter` shows the failure.
      () => {},
    );
  };
  return (
    <>
      <label className="switch">
        <input type="checkbox" checked={shown.on} onChange={(event) => save({ on: event.target.checked })} />
        Send me one lesson a week
      </label>
      {shown.on ? (
        <>
          <ScheduleFields value={shown} onChange={save} />
          <RhythmChoice value={shown.rhythm} onChange={(rhythm) => save({ rhythm })} />
          {user.emailVerified ? (
            <p className="hint" aria-live="polite">
              {letter.nextAt === null
                ? 'One moment...'
                : `Next letter: ${describeNext(letter.nextAt, letter.timeZone ?? 'UTC')}, to ${user.email}.`}
            </p>
          ) : (
            <>
              <p>
                <span className="badge plain">Not confirmed</span> Confirm {user.email}, and the letters
                begin: press the link in the mail that we sent.
              </p>
              <div>
                <button
                  className="btn line"
                  type="button"
                  aria-disabled={prove.isPending || undefined}
                  onClick={() => prove.isPending || sendProof()}
                >
                  Send it again
                </button>
              </div>
            </>
          )}
        </>
      ) : null}
    </>
  );
}

function RhythmChoice({ value, onChange }: { value: Rhythm; onChange(value: Rhythm): void }) {
  const name = useId();
  return (
    <fieldset className={css.rhythm}>
      <legend>How often</legend>
      <div className={css.rhythms}>
        {RHYTHMS.map(([rhythm, label]) => (
          <label key={rhythm}>
            <input type="radio" name={name} checked={value === rhythm} onChange={() => onChange(rhythm)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
