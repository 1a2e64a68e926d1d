import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { hasCode } from '#platform/web/api-error.ts';
import { AdminFrame } from './admin-frame.tsx';
import { CONTENT_PATH } from './content/content-address.ts';

interface UnloadedProps {
  /** Name of the page, as its heading. */
  title: string;
  path: string;
  /** `data` is null when the item does not exist. */
  query: { data?: unknown; error: Error | null; refetch(): unknown };
}

const BACK = { href: CONTENT_PATH, label: 'Back to Content Management' };

/** Shown instead of an item's page while the item is loading, failed to load, or does not exist. */
export function Unloaded({ title, path, query }: UnloadedProps) {
  const isGone = query.data === null || hasCode(query.error, 'not-found');
  return (
    <AdminFrame forEditors title={title} path={path} heading={title} back={BACK}>
      {isGone ? (
        <div className="panel" role="status">
          <p>This item is no longer there.</p>
        </div>
      ) : query.error ? (
        <LoadFailure title="This page could not be loaded." onRetry={() => void query.refetch()} />
      ) : (
        <PageSpinner />
      )}
    </AdminFrame>
  );
}
