import { Icon, type IconName } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { AdminFrame, loadAdmin } from './admin-frame.tsx';

export const load = loadAdmin;

interface Card {
  icon: IconName;
  title: string;
  text: string;
  /** Absent: coming soon. */
  href?: string;
}

const CARDS: readonly Card[] = [
  {
    icon: 'sliders',
    title: 'Site Settings',
    text: 'Title, description, logo, hero texts and the footer.',
    href: '/admin/settings',
  },
  { icon: 'users', title: 'User Management', text: 'Accounts and roles.' },
  {
    icon: 'drops',
    title: 'Content Management',
    text: 'Oceans, waves, droplets and email signups.',
    href: '/admin/content',
  },
  { icon: 'chart', title: 'Analytics', text: 'What is watched, saved and finished.' },
  { icon: 'card', title: 'Subscription Management', text: 'Plans, renewals and refunds.' },
];

/** /admin: the administrator's way to everything. */
export function Page() {
  return (
    <AdminFrame title="Admin Dashboard" path="/admin">
      <div className="head">
        <h1>Admin Dashboard</h1>
        <Link className="btn line" href="/">
          Return to Site
        </Link>
      </div>
      <ul className="admin-grid">
        {CARDS.map((card) => (
          <DashboardCard key={card.title} {...card} />
        ))}
      </ul>
    </AdminFrame>
  );
}

function DashboardCard({ icon, title, text, href }: Card) {
  return (
    <li className={href ? 'panel admin-card' : 'panel admin-card soon'}>
      <Icon name={icon} />
      <h2>
        {href ? (
          <Link href={href}>{title}</Link>
        ) : (
          // biome-ignore lint/a11y/useValidAnchor: a link that leads nowhere yet, and says so
          <a role="link" aria-disabled="true">
            {title}
          </a>
        )}
      </h2>
      <p>{text}</p>
      {href ? null : <span className="badge plain">Coming soon</span>}
    </li>
  );
}
