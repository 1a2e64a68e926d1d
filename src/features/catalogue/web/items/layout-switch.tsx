import { LineIcon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';

const LAYOUTS: { path: string; name: string; icon: string }[] = [
  {
    path: '/app',
    name: 'Grid',
    icon:
      'M5 5h5a1 1 0 0 1 1 1v3.5a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-3.5a1 1 0 0 1 1-1ZM14 5h5a1 1 0 0 1 1 ' +
      '1v3.5a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-3.5a1 1 0 0 1 1-1ZM5 13.5h5a1 1 0 0 1 1 1v3.5a1 1 0 0 1-1' +
      ' 1h-5a1 1 0 0 1-1-1v-3.5a1 1 0 0 1 1-1ZM14 13.5h5a1 1 0 0 1 1 1v3.5a1 1 0 0 1-1 1h-5a1 1 0 0 1-' +
      '1-1v-3.5a1 1 0 0 1 1-1Z',
  },
  {
    path: '/accordion',
    name: 'Accordion',
    icon: 'M4 6h16M4 12h16M4 18h16',
  },
  {
    path: '/tree',
    name: 'Tree',
    icon:
      'M6 4v14h5M6 10h5M12.6 10a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0ZM12.6 18a2.4 2.4 0 1 0 4.8 0a2' +
      '.4 2.4 0 1 0-4.8 0Z',
  },
  {
    path: '/classic',
    name: 'Classic',
    icon:
      'M5.5 5h13a1.5 1.5 0 0 1 1.5 1.5v11a1.5 1.5 0 0 1-1.5 1.5h-13a1.5 1.5 0 0 1-1.5-1.5v-11a1.5 1.5 ' +
      '0 0 1 1.5-1.5ZM10 5v14',
  },
];

/** Links to the layouts of the catalogue; `current` is the path of the one that is shown. */
export function LayoutSwitch({ current }: { current: string }) {
  return (
    <nav className="views" aria-label="Layout">
      {LAYOUTS.map(({ path, icon, name }) => (
        <Link key={path} href={path} aria-current={path === current ? 'page' : undefined}>
          <LineIcon path={icon} />
          {name}
        </Link>
      ))}
    </nav>
  );
}
