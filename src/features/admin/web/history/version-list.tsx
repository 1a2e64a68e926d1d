import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent, ReactNode } from 'react';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import type { Version } from '#features/history/contract/schemas.ts';
import { Link } from '#platform/web/link.tsx';
import { LocalDate } from '#platform/web/local-date.tsx';
import { useApi } from '#platform/web/page.ts';
import { LoadMore, type Pages } from '../load-more.tsx';
import { authorWords, changeWords } from './field-words.ts';
import * as css from './versions-page.module.css';

interface VersionListProps {
  /** Before its first change a setting had its default, but an item did not exist. */
  isSetting: boolean;
  versions: readonly Version[];
  /** Id of the chosen version. It may be between two versions of the list. */
  chosen: number;
  hrefOf(version: number): string;
  onChoose(version: number): void;
  /** Null when the list is complete. */
  more: Pages | null;
}

/** The versions of an item, newest first. Arrow keys move between them. */
export function VersionList({ isSetting, versions, chosen, hrefOf, onChoose, more }: VersionListProps) {
  const current = versions.find(({ id }) => id <= chosen)?.id ?? 0;
  const hasBase = more === null && (isSetting || versions.at(-1)?.action !== 'created');
  return (
    <nav aria-label="Versions">
      <ol className={css.versions} data-part="versions">
        {versions.map((version, index) => (
          <li key={version.id}>
            {version.isKept ? (
              <VersionLink
                href={hrefOf(version.id)}
                id={version.id}
                isCurrent={version.id === current}
                onChoose={onChoose}
              >
                <b>{index === 0 ? 'Now' : <LocalDate instant={version.at} />}</b>
                <VersionWords version={version} />
              </VersionLink>
            ) : (
              <div>
                <b>
                  <LocalDate instant={version.at} />
                </b>
                <VersionWords version={version} />
                <span className="meta">The values are no longer kept.</span>
              </div>
            )}
          </li>
        ))}
        {hasBase && versions.at(-1)?.isKept !== false ? (
          <li>
            <VersionLink href={hrefOf(0)} id={0} isCurrent={current === 0} onChoose={onChoose}>
              <b>Before all changes</b>
              <span className="meta">As it was first</span>
            </VersionLink>
          </li>
        ) : null}
      </ol>
      {more ? <LoadMore pages={more} label="Show earlier" className="btn quiet sm" /> : null}
    </nav>
  );
}

interface VersionLinkProps {
  href: string;
  id: number;
  isCurrent: boolean;
  onChoose(version: number): void;
  children: ReactNode;
}

function VersionLink({ href, id, isCurrent, onChoose, children }: VersionLinkProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    const links = [...(event.currentTarget.closest('ol')?.querySelectorAll('a') ?? [])];
    const next = links[links.indexOf(event.currentTarget as HTMLAnchorElement) + step];
    event.preventDefault();
    if (!next) return;
    next.focus();
    onChoose(Number(next.dataset.version));
  };
  return (
    <Link href={href} data-version={id} aria-current={isCurrent || undefined} onKeyDown={onKeyDown} replace>
      {children}
    </Link>
  );
}

function VersionWords({ version }: { version: Version }) {
  const { action, fields, at } = version;
  const { data: reader } = useQuery(userQuery(useApi()));
  return (
    <>
      <span>{changeWords(action, fields)}</span>
      <span className="meta">
        {authorWords(version, reader?.id)}, <LocalDate instant={at} style="instant" />
      </span>
    </>
  );
}
