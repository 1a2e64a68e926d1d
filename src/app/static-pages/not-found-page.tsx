import { useLocation } from 'wouter';
import { useSettings } from '#features/settings/web/site-settings.ts';
import { Head } from '#platform/web/head.tsx';
import { Link } from '#platform/web/link.tsx';
import { useSite } from '#platform/web/page.ts';

/** Any unknown path. */
export function Page() {
  const { entered } = useSite();
  const setting = useSettings();
  const [path] = useLocation();
  return (
    <div className="lost">
      <Head
        title="Page not found"
        siteTitle={setting('site.title')}
        description="Only water here."
        path={path}
        noIndex
      />
      <div className="lost-sky">
        <span className="lost-num" aria-hidden="true">
          404
        </span>
      </div>
      <div className="lost-water">
        <span className="lost-num" aria-hidden="true">
          404
        </span>
        <div className="lost-text">
          <h1>404 Page Not Found</h1>
          <p>Only water here. The shore is this way.</p>
          {entered ? (
            <Link className="btn" href="/app">
              Back to Oceans
            </Link>
          ) : (
            <Link className="btn" href="/">
              Back to the start
            </Link>
          )}
        </div>
      </div>
    </div>
  );
}
