import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Head } from '#features/settings/web/head.tsx';
import { PageSpinner } from '#platform/design/spinner.tsx';
import type { LoadContext } from '#platform/web/page.ts';
import type { Droplet } from '../contract.ts';
import { AccordionOcean, headId } from './accordion-ocean.tsx';
import { LayoutSwitch } from './layout-switch.tsx';
import { CONTENT_ERROR, QuietState } from './quiet-state.tsx';
import { NOTHING, type Selection, selectionAddress } from './selection.ts';
import { useDropletViewer } from './use-droplet-viewer.tsx';
import { loadSelection, useSelection } from './use-selection.ts';
import { useSteadyHead } from './use-steady-head.ts';
import { loadOpenDroplet } from './viewer-code.ts';
import { WindowedList } from './windowed-list.tsx';

const INTRO = 'Open one at a time. The address keeps your place, so you can send it to somebody.';
const NONE: Droplet[] = [];

export async function load(context: LoadContext): Promise<undefined> {
  await loadOpenDroplet(context, await loadSelection(context));
}

/** /accordion: oceans, the waves of one of them, the droplets of one of those. */
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
  const { linkTo, viewer } = useDropletViewer(droplets.data ?? NONE);
  const holdStill = useSteadyHead();
  useArrivalAt(selection.ocean);

  if (oceans.isError) return <QuietState failed title={CONTENT_ERROR} />;
  if (!oceans.data) return <PageSpinner />;
  if (oceans.data.length === 0) return <QuietState title="No content available yet. Check back later." />;

  const show = (next: Selection, pressed: HTMLElement) => {
    holdStill(pressed);
    navigate(selectionAddress(path, search, next), { replace: true });
  };
  const openPlace = oceans.data.findIndex(({ id }) => id === selection.ocean);
  return (
    <>
      <WindowedList
        className="acc"
        items={oceans.data}
        memory={oceans.data}
        keyOf={({ id }) => id}
        pinned={[openPlace]}
        render={(ocean) => {
          const open = ocean.id === selection.ocean;
          return (
            <AccordionOcean
              ocean={ocean}
              open={open}
              onToggle={(button) => show({ ...NOTHING, ocean: open ? null : ocean.id }, button)}
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
      {viewer}
    </>
  );
}

/** The list takes its measures in the first frames. */
const FRAMES = 5;

/** A link to an ocean far down leads to it. */
function useArrivalAt(ocean: number | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where the page began
  useEffect(() => {
    if (ocean === null || scrollY > 0) return;
    let frames = FRAMES;
    let request = requestAnimationFrame(function look() {
      const head = document.getElementById(headId(ocean));
      const { top = 0, bottom = 0 } = head?.getBoundingClientRect() ?? {};
      if (top < 0 || bottom > innerHeight) head?.scrollIntoView({ block: 'start', behavior: 'instant' });
      frames -= 1;
      if (frames > 0) request = requestAnimationFrame(look);
    });
    return () => cancelAnimationFrame(request);
  }, []);
}
