import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { userQuery } from '#features/accounts/web/queries.ts';
import { Link } from '#platform/web/link.tsx';
import { useSite } from '#platform/web/page.ts';
import { Logo } from './logo.tsx';
import { useSections } from './sections.ts';
import { UserMenu } from './user-menu.tsx';

/** Stands on its waterline: the logo, three links, and the way in or the user's menu. */
export function Header() {
  const { api, entered, signedIn } = useSite();
  const { data: user } = useQuery(userQuery(api));
  const [path] = useLocation();
  const sections = useSections();
  return (
    <header className="shore">
      <div className="wrap">
        <div className="shore-row">
          <Logo href={entered ? '/app' : '/'} />
          <nav aria-label="Main">
            {sections.map(({ href, label, current }) => (
              <Link key={label} href={href} aria-current={current ? 'page' : undefined}>
                {label}
              </Link>
            ))}
          </nav>
          <div className="shore-end">
            {user ? (
              <UserMenu user={user} key={path} />
            ) : signedIn ? (
              // As large as what comes: kept pages are the same for all, and the browser asks who this is.
              <span className="avatar" />
            ) : (
              <Link className="btn line sm" href="/auth">
                Login
              </Link>
            )}
          </div>
        </div>
      </div>
    </header>
  );
}
