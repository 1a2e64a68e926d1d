import { useSettings } from '#features/settings/web/site-settings.ts';
import { Link } from '#platform/web/link.tsx';
import { useSite } from '#platform/web/page.ts';
import * as css from './footer.module.css';
import { Logo } from './logo.tsx';

const LINKS = [
  ['/contact', 'Contact'],
  ['/about', 'About'],
  ['/terms-privacy', 'Terms & Privacy'],
] as const;

/** The same on every page. */
export function Footer() {
  const { entered, today } = useSite();
  const setting = useSettings();
  return (
    <footer className={css.footer}>
      <div className={`wrap ${css.inner}`}>
        <div>
          <Logo className={css.logo} href={entered ? '/app' : '/'} />
          <p className={css.tagline}>{setting('footer.tagline')}</p>
        </div>
        <ul className={css.links}>
          {LINKS.map(([href, label]) => (
            <li key={href}>
              <Link href={href}>{label}</Link>
            </li>
          ))}
          <li>
            <button type="button" data-opens="comfort">
              Comfort
            </button>
          </li>
        </ul>
        <small className={css.copyright}>
          © {today.slice(0, 4)} {setting('site.title')}. Made with care, one minute at a time.
        </small>
      </div>
    </footer>
  );
}
