import { useSettings } from '#features/settings/web/site-settings.ts';
import { Link } from '#platform/web/link.tsx';
import { useSite } from '#platform/web/page.ts';
import * as css from './footer.module.css';
import { Logo } from './logo.tsx';

/** The footer, equal on every page. */
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
          <li>
            <Link href="/contact">Contact</Link>
          </li>
          <li>
            <Link href="/about">About</Link>
          </li>
          <li>
            <Link href="/terms-privacy">Terms &amp; Privacy</Link>
          </li>
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
