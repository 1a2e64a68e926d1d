import { type ReactNode, useEffect, useState } from 'react';
import { Head } from '#features/settings/web/head.tsx';
import { Mark } from '#platform/design/mark.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { failureText, hasCode } from '#platform/web/api-error.ts';
import { LETTER_ACTIONS } from '../contract/calls.ts';
import type { Letter, LetterAction } from '../contract/schemas.ts';
import { describeNext } from './describe-time.ts';
import * as css from './letter.module.css';
import { useAction, useConfirmLetter } from './queries.ts';

const FAILED = 'That did not work. Please try again.';

/** Title and button before the press. */
const QUESTIONS: Record<LetterAction, readonly [title: string, label: string]> = {
  stop: ['Stop the letters?', 'Stop the letters'],
  pause: ['Pause the letters for four weeks?', 'Pause 4 weeks'],
  monthly: ['One letter a month instead?', 'Monthly instead'],
  start: ['Start the letters again?', 'Start again'],
};

/**
 * `/letter/link`: where the links in mails lead. The fragment has a token, and `do` or the schedule to
 * confirm. One press does it, without signing in. Opening it does nothing: mail scanners open links too.
 */
export function LetterLink() {
  const parameters = useFragment();
  const action = LETTER_ACTIONS.find((name) => name === parameters?.get('do'));
  const token = parameters?.get('token') ?? '';
  if (parameters === undefined)
    return (
      <Outcome title="Weekly letter">
        <Spinner />
      </Outcome>
    );
  if (token === '' || !(action || parameters.has('day')))
    return (
      <Outcome title="This link is incomplete">
        <p role="alert">Part of the link is missing. Open the link in the email again.</p>
      </Outcome>
    );
  return action ? (
    <Act key={action + token} action={action} token={token} />
  ) : (
    <Confirm key={token} parameters={parameters} token={token} />
  );
}

/** The fragment's parameters, which no server sees; undefined before hydration. */
function useFragment(): URLSearchParams | undefined {
  const [parameters, setParameters] = useState<URLSearchParams>();
  useEffect(() => {
    const read = () => setParameters(new URLSearchParams(location.hash.slice(1)));
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return parameters;
}

function Act({ action, token }: { action: LetterAction; token: string }) {
  const [letter, setLetter] = useState<Letter>();
  const act = useAction(token, setLetter);
  const [title, label] = QUESTIONS[action];
  if (hasCode(act.error, 'link-expired', 'invalid-input')) return <Dead error={act.error} />;
  const press = (what: LetterAction) => act.isPending || act.mutate(what);
  const error = act.isError ? <ErrorNote role="alert">{failureText(act.error, FAILED)}</ErrorNote> : null;
  if (letter && !letter.on)
    return (
      <Outcome key="stopped" title="The letters have stopped" done>
        {letter.offered ? (
          <>
            <p>Pressed by mistake? They can start again.</p>
            <Press label="Start again" line busy={act.isPending} onPress={() => press('start')} />
            {error}
          </>
        ) : null}
      </Outcome>
    );
  if (letter)
    return (
      <Outcome key={letter.rhythm} title={RESULTS[letter.rhythm]} done>
        <NextLetter letter={letter} />
        {letter.rhythm === 'paused' ? (
          <>
            <Press label="Start again" line busy={act.isPending} onPress={() => press('start')} />
            {error}
          </>
        ) : null}
      </Outcome>
    );
  return (
    <Outcome key="question" title={title}>
      <Press label={label} busy={act.isPending} onPress={() => press(action)} />
      {error}
    </Outcome>
  );
}

const RESULTS = {
  weekly: 'One lesson a week',
  monthly: 'One letter a month',
  paused: 'The letters are paused',
} as const;

interface ConfirmProps {
  parameters: URLSearchParams;
  token: string;
}

function Confirm({ parameters, token }: ConfirmProps) {
  const confirm = useConfirmLetter();
  const schedule = {
    day: Number(parameters.get('day')),
    hour: Number(parameters.get('hour')),
    timeZone: parameters.get('zone') ?? 'UTC',
  };
  if (hasCode(confirm.error, 'link-expired', 'invalid-input', 'access-revoked'))
    return <Dead error={confirm.error} />;
  if (confirm.data)
    return (
      <Outcome key="begun" title="The letters begin" done>
        <NextLetter letter={confirm.data} />
      </Outcome>
    );
  return (
    <Outcome key="question" title="One lesson a week, by mail?">
      <Press
        label="Confirm the letter"
        busy={confirm.isPending}
        onPress={() => confirm.isPending || confirm.mutate({ ...schedule, token })}
      />
      {confirm.isError ? <ErrorNote role="alert">{failureText(confirm.error, FAILED)}</ErrorNote> : null}
    </Outcome>
  );
}

const Dead = ({ error }: { error: Error | null }) => (
  <Outcome title="This link no longer works">
    <p role="alert">{failureText(error, FAILED)}</p>
  </Outcome>
);

const NextLetter = ({ letter: { nextAt, timeZone } }: { letter: Letter }) =>
  nextAt === null ? null : <p>Next letter: {describeNext(nextAt, timeZone ?? 'UTC')}.</p>;

interface PressProps {
  label: string;
  line?: boolean;
  busy: boolean;
  onPress(): void;
}

const Press = ({ label, line, busy, onPress }: PressProps) => (
  <button
    className={line ? 'btn line' : 'btn'}
    type="button"
    aria-disabled={busy || undefined}
    onClick={onPress}
  >
    {busy ? 'One moment...' : label}
  </button>
);

const focusOn = (heading: HTMLElement | null) => heading?.focus();

interface OutcomeProps {
  title: string;
  /** The press was carried out. */
  done?: boolean;
  children: ReactNode;
}

function Outcome({ title, done, children }: OutcomeProps) {
  return (
    <div className={`wrap calm ${css.outcome}`}>
      <Head title={title} path="/letter/link" noIndex />
      <Mark />
      {/* The button that was pressed is gone: the focus goes to what happened. */}
      <h1 ref={done ? focusOn : undefined} tabIndex={done ? -1 : undefined}>
        {title}
      </h1>
      {children}
    </div>
  );
}
