import { useState } from 'react';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { failureText, hasCode } from '#platform/web/api-error.ts';
import { LETTER_ACTIONS } from '../contract/calls.ts';
import type { Letter, LetterAction } from '../contract/schemas.ts';
import { describeNext } from './describe-time.ts';
import { Dead, FAILED, Outcome, Press, useFragment } from './link-outcome.tsx';
import { useAction, useConfirmLetter } from './queries.ts';

const PATH = '/letter/link';

/** Title and button before the press. */
const QUESTIONS: Record<LetterAction, readonly [title: string, label: string]> = {
  stop: ['Stop the letters?', 'Stop the letters'],
  pause: ['Pause the letters for four weeks?', 'Pause 4 weeks'],
  monthly: ['One letter a month instead?', 'Monthly instead'],
  start: ['Start the letters again?', 'Start again'],
};

/**
 * `/letter/link`: the target of links in mails. The fragment has a token, and `do` or the schedule to
 * confirm. A press on the button carries the action out, without signing in. Loading the page must have no
 * effect, because mail scanners load it too.
 */
export function LetterLink() {
  const parameters = useFragment();
  const action = LETTER_ACTIONS.find((name) => name === parameters?.get('do'));
  const token = parameters?.get('token') ?? '';
  if (parameters === undefined)
    return (
      <Outcome path={PATH} title="Weekly letter">
        <Spinner />
      </Outcome>
    );
  if (token === '' || !(action || parameters.has('day')))
    return (
      <Outcome path={PATH} title="This link is incomplete">
        <p role="alert">Part of the link is missing. Open the link in the email again.</p>
      </Outcome>
    );
  return action ? (
    <Act key={action + token} action={action} token={token} />
  ) : (
    <Confirm key={token} parameters={parameters} token={token} />
  );
}

function Act({ action, token }: { action: LetterAction; token: string }) {
  const [letter, setLetter] = useState<Letter>();
  const act = useAction(token, setLetter);
  const [title, label] = QUESTIONS[action];
  if (hasCode(act.error, 'link-expired', 'invalid-input')) return <Dead path={PATH} error={act.error} />;
  const press = (what: LetterAction) => act.isPending || act.mutate(what);
  const error = act.isError ? <ErrorNote role="alert">{failureText(act.error, FAILED)}</ErrorNote> : null;
  if (letter && !letter.on)
    return (
      <Outcome path={PATH} key="stopped" title="The letters have stopped" done>
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
      <Outcome path={PATH} key={letter.rhythm} title={RESULTS[letter.rhythm]} done>
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
    <Outcome path={PATH} key="question" title={title}>
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
    return <Dead path={PATH} error={confirm.error} />;
  if (confirm.data)
    return (
      <Outcome path={PATH} key="begun" title="The letters begin" done>
        <NextLetter letter={confirm.data} />
      </Outcome>
    );
  return (
    <Outcome path={PATH} key="question" title="One lesson a week, by mail?">
      <Press
        label="Confirm the letter"
        busy={confirm.isPending}
        onPress={() => confirm.isPending || confirm.mutate({ ...schedule, token })}
      />
      {confirm.isError ? <ErrorNote role="alert">{failureText(confirm.error, FAILED)}</ErrorNote> : null}
    </Outcome>
  );
}

const NextLetter = ({ letter: { nextAt, timeZone } }: { letter: Letter }) =>
  nextAt === null ? null : <p>Next letter: {describeNext(nextAt, timeZone ?? 'UTC')}.</p>;
