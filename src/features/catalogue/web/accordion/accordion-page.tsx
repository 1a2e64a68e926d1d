import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Head } from '#features/settings/web/head.tsx';
import { WindowedList } from '#platform/design/list/windowed-list.tsx';
import { CONTENT_ERROR, EmptyState } from '#platform/design/state/empty-state.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import type { LoadContext } from '#platform/web/page.ts';
import { LayoutSwitch } from '../items/layout-switch.tsx';
import { NO_DROPLETS } from '../items/no-droplets.ts';
import { NO_SELECTION, type Selection, selectionAddress } from '../items/selection/selection.ts';
import { loadSelection, useSelection } from '../items/selection/use-selection.ts';
import { loadOpenDroplet } from '../viewer/load-viewer.ts';
import { useDropletViewer } from '../viewer/use-droplet-viewer.tsx';
import * as css from './accordion.module.css';
import { AccordionOcean, oceanButtonId } from './accordion-ocean.tsx';
import { useScrollAnchor } from './use-scroll-anchor.ts';

const INTRO = 'Open an ocean to see its waves, and a wave to see its droplets.';

export async function load(context: LoadContext): Promise<undefined> {
  await loadOpenDroplet(context, await loadSelection(context));
}

/** /accordion: all oceans, the waves of one ocean, and the droplets of one wave. */
export function Page() {
  return (
    <div className="wrap">
      <Head title="Accordion" description={INTRO} path="/accordion" />
      <div className="head">
        <div>
          <h1>Knowledge Oceans</h1>
          <p className="intro">{INTRO}</p>
        </div>
        <LayoutSwitch current="/accordion" />
      </div>
      <Oceans />
    </div>
  );
}

function Oceans() {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const { selection, oceans, waves, droplets } = useSelection();
  const { linkTo, viewer } = useDropletViewer(droplets.data ?? NO_DROPLETS);
  const anchorScroll = useScrollAnchor();
  useScrollToOcean(selection.ocean);

  const failure = oceans.isError ? <EmptyState failed title={CONTENT_ERROR} /> : null;
  if (!oceans.data) return failure ?? <PageSpinner />;
  if (oceans.data.length === 0) return <EmptyState title="No content available yet. Check back later." />;

  const show = (next: Selection, button: HTMLElement) => {
    anchorScroll(button);
    navigate(selectionAddress(path, search, next), { replace: true });
  };
  const openIndex = oceans.data.findIndex(({ id }) => id === selection.ocean);
  return (
    <>
      <WindowedList
        className={css.oceans}
        items={oceans.data}
        memory={oceans.data}
        keyOf={({ id }) => id}
        pinned={[openIndex]}
        render={(ocean) => {
          const open = ocean.id === selection.ocean;
          return (
            <AccordionOcean
              ocean={ocean}
              open={open}
              onToggle={(button) => show({ ...NO_SELECTION, ocean: open ? null : ocean.id }, button)}
              waves={waves}
              openWave={selection.wave}
              onToggleWave={(id, button) =>
                show({ ...selection, wave: selection.wave === id ? null : id, droplet: null }, button)
              }
              droplets={droplets}
              linkTo={linkTo}
            />
          );
        }}
      />
      {failure}
      {viewer}
    </>
  );
}

/** The list measures its rows in the first frames, and each measurement moves the ocean. */
const FRAMES = 5;

/** Scrolls to the ocean that the first address of the page selects. */
function useScrollToOcean(oceanId: number | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for the first address
  useEffect(() => {
    if (oceanId === null || scrollY > 0) return;
    let frames = FRAMES;
    let request = requestAnimationFrame(function check() {
      const button = document.getElementById(oceanButtonId(oceanId));
      const { top = 0, bottom = 0 } = button?.getBoundingClientRect() ?? {};
      if (top < 0 || bottom > innerHeight) button?.scrollIntoView({ block: 'start', behavior: 'instant' });
      frames -= 1;
      if (frames > 0) request = requestAnimationFrame(check);
    });
    return () => cancelAnimationFrame(request);
  }, []);
}
