import { useLocation } from 'wouter';
import { Head } from '#features/settings/web/head.tsx';
import { Link } from '#platform/web/link.tsx';
import { useSite } from '#platform/web/page.ts';
import * as css from './not-found-page.module.css';

/** Shown for an unknown path. */
export function Page() {
  const { entered } = useSite();
  const [path] = useLocation();
  return (
    <div className={css.page}>
      <Head title="Page not found" description="This page does not exist or has moved." path={path} noIndex />
      <div className={css.aboveWater}>
        <span className={css.number} aria-hidden="true">
          404
        </span>
      </div>
      <div className={css.belowWater}>
        <span className={css.number} aria-hidden="true">
          404
        </span>
        <div className={css.text}>
          <h1>404 Page Not Found</h1>
          <p>This page does not exist or has moved.</p>
          {entered ? (
            <Link className="btn" href="/app">
              Back to Oceans
            </Link>
          ) : (
            <Link className="btn" href="/">
              Back to home
            </Link>
          )}
        </div>
      </div>
    </div>
  );
}
