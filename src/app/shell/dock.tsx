import { useLocation } from 'wouter';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { useSite } from '#platform/web/page.ts';
import * as css from './dock.module.css';
import { useSections } from './sections.ts';

/** Links to the sections within reach of the thumb, on phones. The landing page has none. */
export function Dock() {
  const { entered } = useSite();
  const sections = useSections();
  const [path] = useLocation();
  if (!entered && path === '/') return null;
  return (
    <nav className={css.dock} aria-label="Main, bottom">
      {sections.map(({ href, label, icon, current }) => (
        <Link key={label} href={href} aria-current={current ? 'page' : undefined}>
          <Icon name={icon} />
          {label}
        </Link>
      ))}
    </nav>
  );
}
