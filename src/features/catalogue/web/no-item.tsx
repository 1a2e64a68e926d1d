import { Head } from '#features/settings/web/head.tsx';
import { PageSpinner } from '#platform/design/spinner.tsx';
import { Link } from '#platform/web/link.tsx';
import { CONTENT_ERROR, QuietState } from './quiet-state.tsx';

interface NoItemProps {
  kind: 'Ocean' | 'Wave' | 'Droplet';
  path: string;
  /** What asked for it: null is the answer that there is none. */
  query: { data?: object | null; isError: boolean };
  /** What is said when it could not be loaded. */
  error?: string;
}

/** The page of an item that is on its way, could not be loaded, or is not there. */
export function NoItem({ kind, path, query: { data, isError }, error = CONTENT_ERROR }: NoItemProps) {
  const missing = data === null && !isError;
  return (
    <>
      <Head title={missing ? `${kind} Not Found` : kind} description="" path={path} noIndex />
      {isError ? (
        <QuietState failed level={1} title={error} />
      ) : missing ? (
        <NotFound kind={kind} />
      ) : (
        <>
          <h1 className="sr">{kind}</h1>
          <PageSpinner />
        </>
      )}
    </>
  );
}

function NotFound({ kind }: Pick<NoItemProps, 'kind'>) {
  return (
    <div className="wrap">
      <QuietState
        level={1}
        title={`${kind} Not Found`}
        text={`The ${kind.toLowerCase()} you're looking for doesn't exist or has been removed`}
      >
        <Link className="btn line" href="/app">
          Back to Oceans
        </Link>
      </QuietState>
    </div>
  );
}
