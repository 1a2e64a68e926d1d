import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { Head } from '#features/settings/web/head.tsx';
import { useLetterOffered } from '#features/settings/web/texts/use-letter-offered.ts';
import { MAX_EMAIL_LENGTH } from '#features/signups/contract/calls.ts';
import { Form } from '#platform/design/form/form.tsx';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { TextField } from '#platform/design/form/text-field.tsx';
import { ownTimeZone } from '#platform/text/time-zones.ts';
import { failureText } from '#platform/web/api-error.ts';
import { storedEmail } from '#platform/web/entered.ts';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import type { Schedule } from '../contract/schemas.ts';
import * as css from './letter.module.css';
import { LetterLink } from './letter-link.tsx';
import { focusOn } from './link-outcome.tsx';
import { type LetterRequest, useAskForLetter } from './queries.ts';
import { ScheduleFields } from './schedule-fields.tsx';

/**
 * `/letter` and `/letter/link`, in one file, because the script of every first view contains each page file's
 * name.
 */
export function Page() {
  const [path] = useLocation();
  return path.startsWith('/letter/link') ? <LetterLink /> : <Asking />;
}

/** The form for people without an account. Members use their account page. */
function Asking() {
  const { data: user } = useQuery(userQuery(useApi()));
  const ask = useAskForLetter();
  const offered = useLetterOffered();
  /** The request to correct after a mistyped address. */
  const [earlier, setEarlier] = useState<LetterRequest>();
  const goBack = () => {
    setEarlier(ask.variables);
    ask.reset();
  };
  return (
    <div className="wrap">
      <Head title="Weekly letter" description="One lesson a week, by mail." path="/letter" />
      <div className="head">
        <h1>Weekly letter</h1>
      </div>
      <div className={css.asking}>
        <p>One lesson a week, by mail. You can stop it from any letter, in one press.</p>
        {!offered ? (
          <p>This site sends no letters at the moment.</p>
        ) : user ? (
          <Link className="btn" href="/account">
            Choose it in your account
          </Link>
        ) : ask.isSuccess ? (
          <div role="status">
            <h2 ref={focusOn} tabIndex={-1}>
              Check Your Email
            </h2>
            <p>
              We have sent a mail to <b className="whole">{ask.variables.email}</b>. Press the link in it, and
              the letters begin.
            </p>
            <button className="btn line" type="button" onClick={goBack}>
              Back to form
            </button>
          </div>
        ) : (
          <AskForm ask={ask} earlier={earlier} />
        )}
      </div>
    </div>
  );
}

/** The form in the server's page. The server knows neither address nor time zone. */
const FIRST: LetterRequest = { email: '', day: 1, hour: 7, timeZone: 'UTC' };

interface AskFormProps {
  ask: ReturnType<typeof useAskForLetter>;
  /** Initial values of the form. */
  earlier: LetterRequest | undefined;
}

function AskForm({ ask, earlier }: AskFormProps) {
  const { email: firstEmail, ...firstSchedule } = earlier ?? FIRST;
  const [schedule, setSchedule] = useState<Schedule>(firstSchedule);
  const [email, setEmail] = useState(firstEmail);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (earlier) {
      field.current?.focus();
      return;
    }
    setEmail((typed) => typed || (storedEmail() ?? ''));
    // The reader may have chosen another zone before hydration.
    setSchedule((now) => (now.timeZone === FIRST.timeZone ? { ...now, timeZone: ownTimeZone() } : now));
  }, [earlier]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ask.isPending) ask.mutate({ ...schedule, email: email.trim() });
  };
  return (
    <Form
      pending={ask.isPending}
      error={ask.error && failureText(ask.error, 'The email could not be sent. Please try again.')}
      onSubmit={submit}
    >
      <TextField
        ref={field}
        label="Email address"
        error={undefined}
        type="email"
        name="email"
        autoComplete="email"
        required
        maxLength={MAX_EMAIL_LENGTH}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <ScheduleFields value={schedule} onChange={setSchedule} />
      <SubmitButton label="Send me one lesson a week" busyLabel="One moment..." className="btn" />
    </Form>
  );
}
