import { useLocation } from 'wouter';
import type { IconName } from '#platform/design/icon.tsx';
import { useSite } from '#platform/web/page.ts';

interface Section {
  href: string;
  label: string;
  icon: IconName;
  current: boolean;
}

/** Returns the three links of header and dock (specification, section 2: the shared shell). */
export function useSections(): Section[] {
  const { signedIn, entered } = useSite();
  const [path] = useLocation();
  const home = entered ? '/app' : '/';
  const at = (...paths: string[]) => paths.some((start) => path === start || path.startsWith(`${start}/`));
  return [
    {
      href: home,
      label: signedIn ? 'Dashboard' : 'Home',
      icon: 'home',
      current: path === '/' || at('/app', '/accordion', '/tree', '/classic'),
    },
    { href: '/explore', label: 'Explore', icon: 'compass', current: at('/explore') },
    { href: '/favorites', label: 'Favorites', icon: 'heart', current: at('/favorites') },
  ];
}
