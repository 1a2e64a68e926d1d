import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Spinner } from '#platform/design/spinner.tsx';
import { useSite } from '#platform/web/page.ts';
import { BrokenMedia } from './broken-media.tsx';
import { LinkOut } from './link-out.tsx';
import { isSiteAddress } from './site-address.ts';

/** A page of ours that runs its own script, cut off from the site; a page elsewhere is linked. */
export function InteractiveLesson({ url, title }: { url: string; title: string }) {
  const { publicUrl } = useSite();
  if (!isSiteAddress(url, publicUrl)) return <LinkOut url={url} what="exercise" title={title} />;
  return <Exercise url={url} title={title} />;
}

/** A frame does not tell whether its page came or an error of the browser's: whether it can come is asked before. */
function Exercise({ url, title }: { url: string; title: string }) {
  const [loaded, setLoaded] = useState(false);
  const { isSuccess, isError, refetch } = useQuery({
    queryKey: ['exercise', url],
    queryFn: async () => {
      const response = await fetch(url, { method: 'HEAD' });
      if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
      return true;
    },
    // What came once may not come again, and is asked for each time.
    staleTime: 0,
    gcTime: 0,
  });
  if (isError) return <BrokenMedia what="exercise" onRetry={() => void refetch()} />;
  return (
    <div className={loaded ? 'exercise is-loaded' : 'exercise'}>
      {loaded ? null : <Spinner label="Loading the exercise" />}
      {isSuccess ? (
        <iframe src={url} title={title} sandbox="allow-scripts" onLoad={() => setLoaded(true)} />
      ) : null}
    </div>
  );
}
