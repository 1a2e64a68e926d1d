import { useQuery } from '@tanstack/react-query';
import type { MemberImport } from '#features/member-import/contract/schemas.ts';
import { Link } from '#platform/web/link.tsx';
import { LocalDate } from '#platform/web/local-date.tsx';
import { useApi } from '#platform/web/page.ts';
import { checkWords, resultWords } from './import-words.ts';
import { memberImportHref } from './member-import-address.ts';
import { importsQuery } from './member-import-queries.ts';
import * as css from './members.module.css';

/** The latest files of all administrators. */
export function EarlierImports() {
  const { data = [] } = useQuery(importsQuery(useApi()));
  if (data.length === 0) return null;
  return (
    <section className={css.earlier} aria-label="Earlier files">
      <h2>Earlier files</h2>
      <ul>
        {data.map((entry) => (
          <li key={entry.id}>
            <Link href={memberImportHref(entry.id)}>{entry.fileName}</Link>
            <p>{stateWords(entry)}</p>
            <p className="meta">
              <LocalDate instant={entry.createdAt} style="instant" />
              {entry.by === null ? '' : `, ${entry.by}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateWords(entry: MemberImport): string {
  if (entry.state === 'done') return resultWords(entry);
  if (entry.state === 'running') return 'It is being imported.';
  return `Not imported yet. ${checkWords(entry)}`;
}
