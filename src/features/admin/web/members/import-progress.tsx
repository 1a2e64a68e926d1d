import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { MemberImport } from '#features/member-import/contract/schemas.ts';
import { countPeople, listPeople } from '#features/people/contract/calls.ts';
import { listEmailSignups } from '#features/signups/contract/admin-calls.ts';
import { Link } from '#platform/web/link.tsx';
import { answersOf } from '#platform/web/query-keys.ts';
import { peopleHref } from '../people/people-address.ts';
import { resultWords } from './import-words.ts';
import { MEMBER_IMPORT_PATH } from './member-import-address.ts';
import * as css from './members.module.css';

const NEWEST = peopleHref({ search: '', state: '', role: '', order: 'since' });

/** Progress and results of an import, which continues without this page. */
export function ImportProgress({ data }: { data: MemberImport }) {
  const queries = useQueryClient();
  const isDone = data.state === 'done';
  const wasDone = useRef(isDone);
  useEffect(() => {
    if (!isDone || wasDone.current) return;
    wasDone.current = true;
    void queries.invalidateQueries({ predicate: answersOf(listPeople, countPeople, listEmailSignups) });
  }, [isDone, queries]);
  const { fileName, handled, members } = data;
  return (
    <section aria-label="Import" className={css.checked} data-part="import-progress">
      {isDone ? (
        <p className={css.lead} role="status">
          <b>{fileName}</b> is imported. {resultWords(data)}
        </p>
      ) : (
        <>
          <p className={css.lead} role="status">
            <b>{fileName}</b> is being imported. You can leave this page: it goes on.
          </p>
          <progress className={css.progress} aria-label="Members imported" max={members} value={handled} />
          <p className="meta">
            {handled.toLocaleString('en')} of {members.toLocaleString('en')}
          </p>
        </>
      )}
      <div className="row">
        <Link className={isDone ? 'btn' : 'btn line'} href={NEWEST}>
          Look at the newest people
        </Link>
        {isDone ? (
          <Link className="btn line" href={MEMBER_IMPORT_PATH}>
            Import another file
          </Link>
        ) : null}
      </div>
    </section>
  );
}
