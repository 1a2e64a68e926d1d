import { Suspense, use, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { isSpare, whenUsed } from '#platform/web/ahead.ts';
import type { Droplet } from '../../contract/schemas.ts';
import { DROPLET_ERROR } from '../items/droplet-error.ts';
import type { DropletViewerProps } from './droplet-viewer.tsx';
import { loadViewer } from './load-viewer.ts';
import * as css from './viewer.module.css';
import { openDropletId, type ViewerLink, viewerAddress } from './viewer-address.ts';

/** Milliseconds from closing the viewer until its droplet is removed (specification, section 9). */
const CLEAR_AFTER = 300;

/**
 * Connects a page's droplets with the viewer. The address holds the open droplet (`?droplet=12`), so that
 * Back closes the viewer and a link shares it. The page renders `viewer` once, passes `linkTo(droplet)` to
 * its cards, and calls `loadOpenDroplet` in its `load`.
 */
export function useDropletViewer(list: readonly Droplet[]) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const openId = openDropletId(search);
  const shownId = useLastId(openId);
  usePreloadedCode(list.length > 0);

  // Going back is asynchronous. A second press would go back twice.
  const leaving = useRef<number>(null);
  useEffect(() => {
    if (openId === null) leaving.current = null;
  }, [openId]);
  const close = () => {
    // Without an entry of this page in the history, Back would leave the site.
    if (!history.state?.viewer) navigate(viewerAddress(path, search, null), { replace: true });
    else if (leaving.current === null) {
      leaving.current = openId;
      history.back();
    }
  };
  const go = (droplet: Droplet) =>
    navigate(viewerAddress(path, search, droplet.id), { replace: true, state: history.state });

  return {
    linkTo: (droplet: { id: number }): ViewerLink => ({
      href: viewerAddress(path, search, droplet.id),
      // A card can be pressed again while the viewer's code loads. A second history entry would keep the
      // viewer open after Close. The server has no history.
      ...(openId === null
        ? { state: { viewer: true } }
        : { state: globalThis.history?.state, replace: true }),
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

/** Loads the viewer's code before a card is pressed, but after the first view. */
function usePreloadedCode(needed: boolean): void {
  useEffect(() => (needed && isSpare() ? whenUsed(loadViewer.preload) : undefined), [needed]);
}

/** Returns the open droplet's id, and after closing the last one's for `CLEAR_AFTER`. */
function useLastId(id: number | null): number | null {
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
  const module = use(loadViewer());
  if (module) return <module.DropletViewer {...props} />;
  return props.open ? <ViewerUnavailable close={props.close} /> : null;
}

function ViewerUnavailable({ close }: { close(): void }) {
  // The next opening retries.
  useEffect(() => loadViewer.forget, []);
  return (
    <div className={css.viewer}>
      <div className={`calm ${css.alone}`} role="alert">
        <h2>{DROPLET_ERROR}</h2>
        <button type="button" className="btn line" onClick={close}>
          Close
        </button>
      </div>
    </div>
  );
}
