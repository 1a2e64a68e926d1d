import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TrailEntry } from '#features/trail/contract.ts';
import { Spinner } from '#platform/design/spinner.tsx';
import { LocalDate } from '#platform/web/local-date.tsx';
import { useApi } from '#platform/web/page.ts';
import { FIELD_LABELS } from './item-form-schema.ts';
import { trailQuery } from './trail-queries.ts';

/** Who changed what and when: asked for as it is opened. */
export function TrailPanel() {
  const [open, setOpen] = useState(false);
  return (
    <details className="quiet-panel" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Latest changes</summary>
      {open ? <TrailList /> : null}
    </details>
  );
}

function TrailList() {
  const trail = useInfiniteQuery(trailQuery(useApi()));
  if (trail.isError) return <p role="alert">Error loading the latest changes. Please try again.</p>;
  if (!trail.data) return <Spinner />;
  const entries = trail.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) return <p className="hint">Nothing has been changed yet.</p>;
  return (
    <>
      <ol className="trail">
        {entries.map((entry) => (
          <li key={entry.id}>
            <span>{sentenceOf(entry)}</span>
            <span className="meta">
              <LocalDate instant={entry.at} style="instant" />
            </span>
          </li>
        ))}
      </ol>
      {trail.hasNextPage ? (
        <button type="button" className="btn quiet sm" onClick={() => void trail.fetchNextPage()}>
          Show earlier changes
        </button>
      ) : null}
    </>
  );
}

/** What was changed, as the forms call it. */
const LABELS: Record<string, string> = { ...FIELD_LABELS, value: 'Value', category: 'Category' };

function sentenceOf({ user, action, itemType, title, details }: TrailEntry): string {
  const who = user?.username ?? 'The program';
  const what = `${itemType.replace('email-signup', 'email signup')}${title === '' ? '' : ` “${title}”`}`;
  const after = details.after;
  const fields =
    action === 'updated' && typeof after === 'object' && after !== null ? Object.keys(after) : [];
  const verb = { granted: 'granted access to', revoked: 'revoked the access of' }[action as string] ?? action;
  return `${who} ${verb} ${what}${fields.length > 0 ? `: ${fields.map((field) => LABELS[field] ?? field).join(', ')}` : ''}`;
}
