import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Droplet } from '#features/catalogue/contract/schemas.ts';
import { writtenName } from '#features/catalogue/shared/written-address.ts';
import { Icon } from '#platform/design/icon.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { useApi } from '#platform/web/page.ts';
import { itemAuditLogQuery } from '../audit-log/audit-log-queries.ts';
import { wordDifference } from '../audit-log/word-difference.ts';
import * as css from './writing-page.module.css';
import { writingQuery } from './writing-queries.ts';

interface WritingConflictProps {
  current: Droplet;
  /** The text from which both began. */
  began: string;
  busy: boolean;
  onKeepMine(): void;
  onTakeTheirs(theirs: string): void;
}

/** Edit conflict of a text: shows who saved another version, and offers both. No typed text is lost. */
export function WritingConflict({ current, began, busy, onKeepMine, onTakeTheirs }: WritingConflictProps) {
  const api = useApi();
  const name = writtenName(current.mediaUrl);
  const { data: log } = useQuery(itemAuditLogQuery(api, 'droplet', current.id, current.version));
  const theirs = useQuery({ ...writingQuery(api, name ?? ''), enabled: name !== null });
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  const who = log?.[0]?.user?.username ?? 'Someone else';
  const difference = theirs.data ? wordDifference(began, theirs.data.source) : null;
  return (
    <div className={css.conflict} data-part="conflict" role="alert" tabIndex={-1} ref={notice}>
      <p>
        <Icon name="alert" />
        <b>{who} changed this text after you opened it.</b> Your words are still here.
      </p>
      {difference ? (
        <p className={css.difference}>
          {difference.start}
          <del>{difference.before}</del>
          <ins>{difference.after}</ins>
          {difference.end}
        </p>
      ) : null}
      {name === null ? <p>It has the address {current.mediaUrl} now.</p> : null}
      {theirs.isError ? <ErrorNote>Their text could not be loaded.</ErrorNote> : null}
      <div className="row">
        {name === null ? null : (
          <button
            type="button"
            className="btn line sm"
            aria-disabled={!theirs.data || undefined}
            onClick={() => theirs.data && onTakeTheirs(theirs.data.source)}
          >
            Use their version
          </button>
        )}
        <button type="button" className="btn line sm" aria-disabled={busy || undefined} onClick={onKeepMine}>
          Use my version
        </button>
      </div>
    </div>
  );
}
