import { useSettings } from '#features/settings/web/site-settings.ts';
import { Link } from '#platform/web/link.tsx';
import { useSite } from '#platform/web/page.ts';
import { Logo } from './logo.tsx';

/** The sea bed: the same on every page. */
export function Footer() {
  const { entered, today } = useSite();
  const setting = useSettings();
  return (
    <footer className="bed">
      <div className="wrap bed-row">
        <div>
          <Logo href={entered ? '/app' : '/'} />
          <p>{setting('footer.tagline')}</p>
        </div>
        <ul className="links">
          <li>
            <Link href="/contact">Contact</Link>
          </li>
          <li>
            <Link href="/about">About</Link>
          </li>
          <li>
            <Link href="/terms-privacy">Terms &amp; Privacy</Link>
          </li>
        </ul>
        <small>
          © {today.slice(0, 4)} {setting('site.title')}. Made with care, one minute at a time.
        </small>
      </div>
    </footer>
  );
}
