import { Suspense, use, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { isSpare, whenIdle } from '#platform/web/ahead.ts';
import type { Droplet } from '../contract.ts';
import type { DropletViewerProps } from './droplet-viewer.tsx';
import { openDropletId, viewerAddress } from './viewer-address.ts';
import { forgetFailedViewer, loadViewer } from './viewer-code.ts';

/** The specification, section 9: the viewer clears its selection this long after closing. */
const CLEAR_AFTER = 300;

/**
 * The viewer of a page's droplets. What is open stands in the address (`?droplet=12`), so that Back closes it and
 * a link shares it. The page renders `viewer` once, gives `linkTo(droplet)` to its cards, and calls
 * `loadOpenDroplet` in its `load`.
 */
export function useDropletViewer(list: readonly Droplet[]) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const openId = openDropletId(search);
  const shownId = useLingering(openId);
  useCodeAhead(list.length > 0);

  const close = () => {
    // Opened from this page: one step back. Opened by a link from elsewhere: there is nothing to go back to.
    if (history.state?.viewer) history.back();
    else navigate(viewerAddress(path, search, null), { replace: true });
  };
  const go = (droplet: Droplet) =>
    navigate(viewerAddress(path, search, droplet.id), { replace: true, state: history.state });

  return {
    linkTo: (droplet: Droplet) => ({
      href: viewerAddress(path, search, droplet.id),
      state: { viewer: true },
    }),
    viewer: (
      <Suspense fallback={null}>
        {shownId === null ? null : (
          <LazyViewer id={shownId} list={list} open={openId !== null} close={close} go={go} />
        )}
      </Suspense>
    ),
  };
}

/** The viewer's code is here before a card is pressed. */
function useCodeAhead(wanted: boolean): void {
  useEffect(() => (wanted && isSpare() ? whenIdle(() => void loadViewer()) : undefined), [wanted]);
}

/** The last selection stays until the closing is over. */
function useLingering(id: number | null): number | null {
  const [last, setLast] = useState(id);
  useEffect(() => {
    if (id !== null) {
      setLast(id);
      return;
    }
    const timer = setTimeout(() => setLast(null), CLEAR_AFTER);
    return () => clearTimeout(timer);
  }, [id]);
  return id ?? last;
}

function LazyViewer(props: DropletViewerProps) {
  const code = use(loadViewer());
  if (code) return <code.DropletViewer {...props} />;
  return props.open ? <ViewerUnavailable close={props.close} /> : null;
}

function ViewerUnavailable({ close }: { close(): void }) {
  useEffect(() => forgetFailedViewer, []);
  return (
    <div className="viewer">
      <div className="calm viewer-alone" role="alert">
        <h2>Error loading droplet content</h2>
        <button type="button" className="btn line" onClick={close}>
          Close
        </button>
      </div>
    </div>
  );
}
