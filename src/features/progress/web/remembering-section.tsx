import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AccountSection } from '#features/accounts/web/account/account-section.tsx';
import { ConfirmDialog } from '#platform/design/dialog/confirm-dialog.tsx';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { useApi } from '#platform/web/page.ts';
import * as calls from '../contract/calls.ts';
import type { forgetProgress, setRemembering } from '../contract/endpoints.ts';
import { localMarks, localReports } from './remember/local-progress.ts';
import { progressKey, useProgress } from './remember/use-progress.ts';

/** Shows the account page's section about remembered progress. */
export function RememberingSection({ userId }: { userId: number }) {
  const api = useApi();
  const queries = useQueryClient();
  const remembers = useProgress((progress) => progress.remembers);
  const refetch = () => queries.invalidateQueries({ queryKey: progressKey(userId) });
  const turn = useMutation({
    // Sequential, so that the last choice wins.
    scope: { id: 'remembering' },
    mutationFn: (on: boolean) =>
      api<typeof setRemembering>(calls.setRemembering, { body: { remembers: on } }),
    onSuccess: refetch,
    onError: toastFailure('Your choice could not be saved'),
  });
  // Own state, set at once, because a second press may come before the mutation's state shows.
  const [intended, setIntended] = useState<boolean>();
  const shown = intended ?? remembers;
  return (
    <AccountSection title="What you have seen">
      {shown === undefined ? (
        <Spinner />
      ) : (
        <>
          <label className="switch">
            <input
              type="checkbox"
              checked={shown}
              onChange={({ target: { checked } }) => {
                setIntended(checked);
                // React Query calls this for the latest press only.
                turn.mutate(checked, { onSettled: () => setIntended(undefined) });
              }}
            />
            Remember where I stopped and what I have seen
          </label>
          <p>Only you can see it. It is the same on all your devices.</p>
          <Forget onForgotten={refetch} userId={userId} />
        </>
      )}
    </AccountSection>
  );
}

function Forget({ userId, onForgotten }: { userId: number; onForgotten(): Promise<void> }) {
  const api = useApi();
  const [asking, setAsking] = useState(false);
  const forget = useMutation({
    mutationFn: () => api<typeof forgetProgress>(calls.forgetProgress),
    onSuccess: () => {
      localReports.clear(userId);
      localMarks.clear(userId);
      setAsking(false);
      toast({ title: 'Forgotten', description: 'What you had seen is forgotten.' });
      return onForgotten();
    },
    onError: toastFailure('It could not be forgotten'),
  });
  return (
    <div>
      <button className="btn line" type="button" onClick={() => setAsking(true)}>
        Forget what I have seen
      </button>
      <ConfirmDialog
        open={asking}
        title="Forget what you have seen?"
        label="Forget"
        busy={forget.isPending}
        onConfirm={() => forget.mutate()}
        onCancel={() => setAsking(false)}
      >
        <p>
          The dots, your place in each lesson and what you want to see again are removed on all your devices.
          Favorites stay.
        </p>
      </ConfirmDialog>
    </div>
  );
}
