import { useState } from 'react';
import { SUMMARY_PAGE } from '#features/analytics/contract/admin-calls.ts';
import { Dead, FAILED, Outcome, Press, useFragment } from '#features/letter/web/link-outcome.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { failureText, hasCode } from '#platform/web/api-error.ts';
import { useFollowLink } from './summary-queries.ts';

/**
 * `/summary`: the target of the link in an administrator's weekly summary. One press stops it without signing
 * in, because the token in the fragment identifies the account. Loading the page must have no effect, because
 * mail scanners load it too.
 */
export function Page() {
  const parameters = useFragment();
  const token = parameters?.get('token') ?? '';
  if (parameters === undefined)
    return (
      <Outcome path={SUMMARY_PAGE} title="Weekly summary">
        <Spinner />
      </Outcome>
    );
  if (token === '')
    return (
      <Outcome path={SUMMARY_PAGE} title="This link is incomplete">
        <p role="alert">Part of the link is missing. Open the link in the email again.</p>
      </Outcome>
    );
  return <Stop key={token} token={token} />;
}

function Stop({ token }: { token: string }) {
  const [choice, setChoice] = useState<{ on: boolean }>();
  const { error, isError, isPending, mutate } = useFollowLink(token, setChoice);
  const press = (on: boolean) => isPending || mutate(on);
  const note = isError ? <ErrorNote role="alert">{failureText(error, FAILED)}</ErrorNote> : null;
  if (hasCode(error, 'link-expired', 'invalid-input')) return <Dead path={SUMMARY_PAGE} error={error} />;
  if (choice === undefined)
    return (
      <Outcome path={SUMMARY_PAGE} title="Stop the weekly summary?">
        <Press label="Stop the summary" busy={isPending} onPress={() => press(false)} />
        {note}
      </Outcome>
    );
  return choice.on ? (
    <Outcome key="on" path={SUMMARY_PAGE} title="The summary comes again" done>
      <p>Each Monday. You can stop it from any summary, in one press.</p>
    </Outcome>
  ) : (
    <Outcome key="off" path={SUMMARY_PAGE} title="The summary has stopped" done>
      <p>Pressed by mistake? It can start again, here or in Analytics.</p>
      <Press label="Start again" line busy={isPending} onPress={() => press(true)} />
      {note}
    </Outcome>
  );
}
