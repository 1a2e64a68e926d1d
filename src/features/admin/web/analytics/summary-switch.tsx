import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#platform/web/page.ts';
import { summaryQuery, useSetSummary } from './summary-queries.ts';

/** The switch for the reader's own weekly summary by mail. */
export function SummarySwitch() {
  const { data: choice } = useQuery(summaryQuery(useApi()));
  const set = useSetSummary();
  // Set at once, because a second press may come before the mutation's state is rendered.
  const [chosen, setChosen] = useState<boolean>();
  if (!choice?.offered) return null;
  return (
    <div>
      <label className="switch">
        <input
          type="checkbox"
          checked={chosen ?? choice.on}
          onChange={({ target: { checked } }) => {
            setChosen(checked);
            // TanStack Query calls this for the latest press only.
            set.mutate(checked, { onSettled: () => setChosen(undefined) });
          }}
        />
        Send me a summary of each week by mail
      </label>
      {choice.hasAddress ? null : (
        <p className="hint">It comes once your account has a confirmed email address.</p>
      )}
    </div>
  );
}
