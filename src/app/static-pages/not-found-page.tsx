import { useLocation } from 'wouter';
import { Head } from '#features/settings/web/head.tsx';
import { Link } from '#platform/web/link.tsx';
import { useSite } from '#platform/web/page.ts';

/** Any unknown path. */
export function Page() {
  const { entered } = useSite();
  const [path] = useLocation();
  return (
    <div className="lost">
      <Head title="Page not found" description="Only water here." path={path} noIndex />
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
