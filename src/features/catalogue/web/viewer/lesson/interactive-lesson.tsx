import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { classNames } from '#platform/design/class-names.ts';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { useSite } from '#platform/web/page.ts';
import { isSiteUrl } from '../../items/site-url.ts';
import * as viewer from '../viewer.module.css';
import { BrokenLesson } from './broken-lesson.tsx';
import { ExternalLesson } from './external-lesson.tsx';
import * as css from './interactive-lesson.module.css';

/** Shows an interactive lesson of this site in a sandboxed frame, and links to one on another site. */
export function InteractiveLesson({ url, title }: { url: string; title: string }) {
  const { publicUrl } = useSite();
  if (!isSiteUrl(url, publicUrl)) return <ExternalLesson url={url} noun="exercise" title={title} />;
  return <Exercise url={url} title={title} />;
}

/** Requests the headers first, because a frame does not report a page that failed to load. */
function Exercise({ url, title }: { url: string; title: string }) {
  const [loaded, setLoaded] = useState(false);
  const { isSuccess, isError, refetch } = useQuery({
    queryKey: ['exercise', url],
    queryFn: async () => {
      const response = await fetch(url, { method: 'HEAD' });
      if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
      return true;
    },
    // The page may have been deleted since the last visit.
    staleTime: 0,
    gcTime: 0,
  });
  if (isError) return <BrokenLesson kind="exercise" onRetry={() => void refetch()} />;
  return (
    <div
      className={classNames(css.exercise, loaded && css.loaded)}
      data-state={loaded ? 'loaded' : 'loading'}
    >
      {loaded ? null : <Spinner label="Loading the exercise" className={viewer.spinner} />}
      {isSuccess ? (
        <iframe src={url} title={title} sandbox="allow-scripts" onLoad={() => setLoaded(true)} />
      ) : null}
    </div>
  );
}
