import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import type { Subject } from '#features/history/contract/schemas.ts';
import { hasCode } from '#platform/web/api-error.ts';
import { many } from '#platform/web/counts.ts';
import { Link } from '#platform/web/link.tsx';
import { LocalDate } from '#platform/web/local-date.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { AdminFrame, loadForEditors } from '../admin-frame.tsx';
import { settingScreen } from '../texts/setting-screen.ts';
import { Unloaded } from '../unloaded.tsx';
import { ComparisonPanel } from './comparison-panel.tsx';
import { HISTORY_PATH, readSubject, readVersion, VERSIONS_PATH, versionsHref } from './history-address.ts';
import { versionsQuery } from './history-queries.ts';
import { VersionList } from './version-list.tsx';
import * as css from './versions-page.module.css';

const BACK = { href: '/admin/history', label: 'Back to History' };

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadForEditors(context);
  if (elsewhere) return elsewhere;
  const subject = readSubject(context.search);
  // Without an item or setting, redirect to the list.
  if (!subject) return { redirect: HISTORY_PATH };
  const isAdmin = (await context.queries.fetchQuery(userQuery(context.api)))?.role === 'admin';
  // Editors see only the history of content.
  if (subject.type === 'setting' && !isAdmin) return { redirect: HISTORY_PATH };
  try {
    await context.queries.fetchInfiniteQuery(versionsQuery(context.api, subject));
  } catch (error) {
    if (hasCode(error, 'not-found')) return { status: 404 };
    throw error;
  }
  return undefined;
}

/** /admin/history/versions: the versions of an item or setting. */
export function Page() {
  const search = useSearch();
  const subject = readSubject(new URLSearchParams(search));
  return subject ? <Versions key={`${subject.type} ${subject.id}`} subject={subject} /> : null;
}

function Versions({ subject }: { subject: Subject }) {
  const chosen = readVersion(new URLSearchParams(useSearch()));
  const [, navigate] = useLocation();
  const query = useInfiniteQuery(versionsQuery(useApi(), subject));
  const [first, setFirst] = useState<number>();
  const pages = query.data?.pages ?? [];
  const list = pages[0]?.list;
  if (!list) return <Unloaded title="History" path={VERSIONS_PATH} query={query} />;
  const versions = pages.flatMap((page) => page.list.versions);
  // Defaults to the version before the latest change when the page opened, even if later changes arrive.
  const latest = first ?? versions[1]?.id ?? 0;
  // A cached list of an earlier visit may lack the latest change.
  if (first === undefined && query.isFetchedAfterMount) setFirst(latest);
  const version = chosen ?? latest;
  const { type, id } = subject;
  const isSetting = type === 'setting';
  const screen = isSetting ? settingScreen(id) : null;
  const { title } = list;
  return (
    <AdminFrame
      forEditors
      title={`History of ${title}`}
      path={VERSIONS_PATH}
      heading={title}
      back={BACK}
      actions={
        screen ? (
          <Link className="btn line" href={screen.href}>
            {screen.label}
          </Link>
        ) : list.exists ? (
          <Link className="btn line" href={`/${type}s/${id}`}>
            Open {type}
          </Link>
        ) : (
          <Link className="btn line" href="/admin/trash">
            Open the Trash
          </Link>
        )
      }
    >
      <p className={css.lead}>
        History of this {type}: {many(list.total, 'change')}
        {list.since === null ? '' : ' since '}
        {list.since === null ? null : <LocalDate instant={list.since} />}.
      </p>
      <div className={css.columns}>
        <VersionList
          isSetting={isSetting}
          versions={versions}
          chosen={version}
          hrefOf={(of) => versionsHref(subject, of)}
          onChoose={(of) => navigate(versionsHref(subject, of), { replace: true })}
          more={query.hasNextPage ? query : null}
        />
        {list.exists || isSetting ? (
          <ComparisonPanel
            key={version}
            subject={subject}
            title={title}
            version={version}
            change={versions.find((entry) => entry.id <= version)}
            isNow={versions[0]?.id === version}
          />
        ) : (
          <p className={css.gone}>
            This {type} was deleted. Its history stays. When it is restored from the trash, its versions can
            be restored too.
          </p>
        )}
      </div>
    </AdminFrame>
  );
}
