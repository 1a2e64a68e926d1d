import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { Link } from '#platform/web/link.tsx';
import { useSite } from '#platform/web/page.ts';
import * as css from './header.module.css';
import { Logo } from './logo.tsx';
import { useSections } from './sections.ts';
import { AvatarSpace, UserMenu } from './user-menu.tsx';

/** The logo, links to the sections, and the user's menu or the link to sign in. */
export function Header() {
  const { api, entered, signedIn } = useSite();
  const { data: user } = useQuery(userQuery(api));
  const [path] = useLocation();
  const sections = useSections();
  return (
    <header className={css.header}>
      <div className="wrap">
        <div className={css.inner}>
          <Logo href={entered ? '/app' : '/'} />
          <nav className={css.sections} aria-label="Main">
            {sections.map(({ href, label, current }) => (
              <Link key={label} href={href} aria-current={current ? 'page' : undefined}>
                {label}
              </Link>
            ))}
          </nav>
          <div className={css.user}>
            {user ? (
              <UserMenu user={user} key={path} />
            ) : signedIn ? (
              // A cached page is equal for all readers, so the browser asks for the user.
              <AvatarSpace />
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
