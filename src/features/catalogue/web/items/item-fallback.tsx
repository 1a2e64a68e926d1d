import { Head } from '#features/settings/web/head.tsx';
import { CONTENT_ERROR, EmptyState } from '#platform/design/state/empty-state.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { Link } from '#platform/web/link.tsx';

interface ItemFallbackProps {
  name: 'Ocean' | 'Wave' | 'Droplet';
  path: string;
  /** The item's query. Its data is null when the item does not exist. */
  query: { data?: object | null; isError: boolean };
  /** Title of the error state. */
  error?: string;
}

/** Shows an item's page while the item loads, after it failed to load, and when it does not exist. */
export function ItemFallback({
  name,
  path,
  query: { data, isError },
  error = CONTENT_ERROR,
}: ItemFallbackProps) {
  const missing = data === null && !isError;
  return (
    <>
      <Head title={missing ? `${name} Not Found` : name} description="" path={path} noIndex />
      {isError ? (
        <EmptyState failed level={1} title={error} />
      ) : missing ? (
        <NotFound name={name} />
      ) : (
        <>
          <h1 className="sr">{name}</h1>
          <PageSpinner />
        </>
      )}
    </>
  );
}

function NotFound({ name }: Pick<ItemFallbackProps, 'name'>) {
  return (
    <div className="wrap">
      <EmptyState
        level={1}
        title={`${name} Not Found`}
        text={`The ${name.toLowerCase()} you're looking for doesn't exist or has been removed`}
      >
        <Link className="btn line" href="/app">
          Back to Oceans
        </Link>
      </EmptyState>
    </div>
  );
}
