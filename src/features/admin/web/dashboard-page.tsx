import type { ReactNode } from 'react';
import { secondFactorQuery } from '#features/accounts/web/second-factor/second-factor-query.ts';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import type { LoadContext, LoadResult } from '#platform/web/page.ts';
import { AdminFrame, loadAdmin } from './admin-frame.tsx';
import * as css from './dashboard-page.module.css';
import { ContentIcon } from './editor/content-icon.tsx';
import { PlaceholderNotice } from './placeholder-notice.tsx';
import { CALENDAR_PATH } from './schedule/calendar-address.ts';
import { ScheduleNotice, stoppedQuery } from './schedule/schedule-notice.tsx';
import { SecondFactorNotice } from './second-factor-notice.tsx';
import { allSettingsQuery } from './settings/all-settings.ts';
import { Warnings, warningsQuery } from './warnings.tsx';

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadAdmin(context);
  if (elsewhere) return elsewhere;
  await Promise.all([
    context.queries.prefetchQuery(allSettingsQuery(context.api)),
    context.queries.prefetchQuery(warningsQuery(context.api)),
    context.queries.prefetchQuery(secondFactorQuery(context.api)),
    context.queries.prefetchQuery(stoppedQuery(context.api)),
  ]);
  return undefined;
}

interface Card {
  icon: ReactNode;
  title: string;
  text: string;
  href: string;
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
  },
  {
    icon: <ContentIcon name="chart" />,
    title: 'Analytics',
    text: 'What is watched, saved and finished.',
    href: '/admin/analytics',
  },
  {
    icon: <Icon name="card" />,
    title: 'Subscription Management',
    text: 'Plans, renewals and refunds.',
    href: '/admin/subscriptions',
  },
];

/** /admin: the dashboard. */
export function Page() {
  return (
    <AdminFrame title="Admin Dashboard" path="/admin">
      <div className="head">
        <h1>Admin Dashboard</h1>
        <Link className="btn line" href="/">
          Return to Site
        </Link>
      </div>
      <Warnings />
      <ScheduleNotice />
      <SecondFactorNotice />
      <PlaceholderNotice />
      <ul className="admin-grid">
        {CARDS.map((card) => (
          <DashboardCard key={card.title} {...card} />
        ))}
        <li>
          <nav className={css.more} aria-label="More for the owner">
            <Link href={CALENDAR_PATH}>
              <ContentIcon name="calendar" />
              Calendar
            </Link>
            <Link href="/admin/history">
              <ContentIcon name="undo" />
              History
            </Link>
            <Link href="/admin/trash">
              <Icon name="trash" />
              Trash
            </Link>
          </nav>
        </li>
      </ul>
    </AdminFrame>
  );
}

function DashboardCard({ icon, title, text, href }: Card) {
  return (
    <li className="panel admin-card">
      {icon}
      <h2>
        <Link href={href}>{title}</Link>
      </h2>
      <p>{text}</p>
    </li>
  );
}
