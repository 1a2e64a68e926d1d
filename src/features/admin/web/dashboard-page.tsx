import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { secondFactorQuery } from '#features/accounts/web/second-factor/second-factor-query.ts';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import type { Health } from '#features/health/contract/schemas.ts';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { AdminFrame, loadForEditors } from './admin-frame.tsx';
import * as css from './dashboard-page.module.css';
import { ContentIcon } from './editor/content-icon.tsx';
import { AttentionList } from './health/attention-list.tsx';
import { HEALTH_PATH, healthQuery, overviewQuery } from './health/health-queries.ts';
import { attention, cardLines } from './health/health-words.ts';
import { PlaceholderNotice, usePlaceholders } from './placeholder-notice.tsx';
import { CALENDAR_PATH } from './schedule/calendar-address.ts';
import { ScheduleNotice, stoppedQuery, useStopped } from './schedule/schedule-notice.tsx';
import { SecondFactorNotice, useMissingSecondFactor } from './second-factor-notice.tsx';
import { allSettingsQuery } from './settings/all-settings.ts';

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadForEditors(context);
  if (elsewhere) return elsewhere;
  const { api, queries } = context;
  const isAdmin = (await queries.fetchQuery(userQuery(api)))?.role === 'admin';
  await Promise.all([
    ...(isAdmin
      ? [queries.prefetchQuery(allSettingsQuery(api)), queries.prefetchQuery(healthQuery(api))]
      : []),
    queries.prefetchQuery(secondFactorQuery(api)),
    queries.prefetchQuery(stoppedQuery(api)),
  ]);
  return undefined;
}

interface Card {
  icon: ReactNode;
  title: string;
  text: string;
  href: string;
  /** Text for editors; undefined hides the card from them. */
  forEditors?: string;
}

const CARDS: readonly Card[] = [
  {
    icon: <Icon name="sliders" />,
    title: 'Site Settings',
    text: 'Title, description, logo, hero texts and the footer.',
    href: '/admin/settings',
  },
  {
    icon: <ContentIcon name="users" />,
    title: 'User Management',
    text: 'Accounts and roles.',
    href: '/admin/users',
  },
  {
    icon: <ContentIcon name="drops" />,
    title: 'Content Management',
    text: 'Oceans, waves, droplets and email signups.',
    href: '/admin/content',
    forEditors: 'Oceans, waves and droplets.',
  },
  {
    icon: <ContentIcon name="chart" />,
    title: 'Analytics',
    text: 'What is watched, saved and finished.',
    href: '/admin/analytics',
    forEditors: 'What is watched, saved and finished.',
  },
  {
    icon: <Icon name="card" />,
    title: 'Subscription Management',
    text: 'Plans, renewals and refunds.',
    href: '/admin/subscriptions',
  },
];

/** Cards for editors. */
const EDITORS_CARDS = CARDS.flatMap(({ forEditors, ...card }) =>
  forEditors === undefined ? [] : [{ ...card, text: forEditors }],
);

/** /admin: the dashboard. */
export function Page() {
  const api = useApi();
  const { data: user } = useQuery(userQuery(api));
  const isAdmin = user?.role === 'admin';
  const { data: health } = useQuery({ ...healthQuery(api), enabled: isAdmin });
  const { data: overview } = useQuery(overviewQuery(api));
  const lines = overview && cardLines(overview, user?.username);
  const problems = health?.problems ?? [];
  return (
    <AdminFrame forEditors title="Admin Dashboard" path="/admin">
      <div className="head">
        <div>
          <h1>Admin Dashboard</h1>
          {health ? <Verdict problems={problems} /> : null}
        </div>
        <Link className="btn line" href="/">
          Return to Site
        </Link>
      </div>
      <ScheduleNotice />
      <SecondFactorNotice />
      {isAdmin ? <PlaceholderNotice /> : null}
      <ul className={`admin-grid ${css.cards}`}>
        {(isAdmin ? CARDS : EDITORS_CARDS).map((card) => (
          <DashboardCard key={card.title} {...card} line={lines?.[card.title]} />
        ))}
        <li>
          <nav className={css.more} aria-label={isAdmin ? 'More for the owner' : 'More for editors'}>
            {isAdmin ? <HealthLink needsAttention={problems.length > 0} /> : null}
            <Link href={CALENDAR_PATH}>
              <ContentIcon name="calendar" />
              Calendar
            </Link>
            <Link href="/admin/history">
              <ContentIcon name="undo" />
              History
            </Link>
            {isAdmin ? (
              <Link href="/admin/texts">
                <Icon name="sliders" />
                Texts and mails
              </Link>
            ) : null}
            <Link href="/admin/trash">
              <Icon name="trash" />
              Trash
            </Link>
          </nav>
        </li>
      </ul>
      <AttentionList problems={problems} />
    </AdminFrame>
  );
}

const HealthLink = ({ needsAttention }: { needsAttention: boolean }) => (
  <Link href={HEALTH_PATH}>
    <ContentIcon name="pulse" />
    Health
    {needsAttention ? (
      <>
        <span className={css.needsDot} aria-hidden="true" />
        <span className="sr">, needs attention</span>
      </>
    ) : null}
  </Link>
);

/** Shows in one sentence that everything is well; empty when a notice shows problems. */
function Verdict({ problems }: { problems: Health['problems'] }) {
  const hasPlaceholders = usePlaceholders().length > 0;
  const isSecondFactorMissing = useMissingSecondFactor();
  const hasStopped = useStopped().length > 0;
  if (problems.length === 0)
    return hasPlaceholders || isSecondFactorMissing || hasStopped ? null : (
      <p className={css.verdict}>All is well.</p>
    );
  const { things, urgency } = attention(problems);
  return (
    <p className={css.verdict}>
      <a href="#attention">{things}</a>
      {urgency}
    </p>
  );
}

/** `line`: current numbers; undefined while unknown. */
function DashboardCard({ icon, title, text, href, line }: Card & { line: string | undefined }) {
  return (
    <li className="panel admin-card">
      {icon}
      <h2>
        <Link href={href}>{title}</Link>
      </h2>
      <p>{text}</p>
      <p className={css.line}>{line ?? '\u00a0'}</p>
    </li>
  );
}
