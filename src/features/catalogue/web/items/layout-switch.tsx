import { Icon, type IconName } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';

const LAYOUTS: { path: string; icon: IconName; name: string }[] = [
  { path: '/app', icon: 'grid', name: 'Grid' },
  { path: '/accordion', icon: 'rows', name: 'Accordion' },
  { path: '/tree', icon: 'tree', name: 'Tree' },
  { path: '/classic', icon: 'classic', name: 'Classic' },
];

/** Links to the layouts of the catalogue; `current` is the path of the one that is shown. */
export function LayoutSwitch({ current }: { current: string }) {
  return (
    <nav className="views" aria-label="Layout">
      {LAYOUTS.map(({ path, icon, name }) => (
        <Link key={path} href={path} aria-current={path === current ? 'page' : undefined}>
          <Icon name={icon} />
          {name}
        </Link>
      ))}
    </nav>
  );
}
