import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Head } from '#features/settings/web/head.tsx';
import { PageSpinner } from '#platform/design/spinner.tsx';
import type { LoadContext } from '#platform/web/page.ts';
import { ClassicCard } from './classic-card.tsx';
import { ClassicCrumbs } from './classic-crumbs.tsx';
import { type ExplorerNode, levelTitle } from './explorer-node.ts';
import { LayoutSwitch } from './layout-switch.tsx';
import { MediaDialog } from './media-dialog.tsx';
import { CONTENT_ERROR, QuietState } from './quiet-state.tsx';
import { useExplorer } from './use-explorer.ts';
import { loadSelection } from './use-selection.ts';
import { WindowedList } from './windowed-list.tsx';

export async function load(context: LoadContext): Promise<undefined> {
  await loadSelection(context);
}

/** /classic: the hierarchy explorer, one level at a time. */
export function Page() {
  const { state, failed, take, addressOf } = useExplorer();
  const { current } = state;
  const title = levelTitle(current.type);
  const heading = useLevelArrival(`${current.type}-${current.id}`);
  const stepTo = (step: () => void) => (event: MouseEvent) => {
    // A new tab or window is the browser's own affair.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    step();
  };
  return (
    <div className="wrap">
      <Head title={title} description={current.description || undefined} path="/classic" />
      <ClassicCrumbs
        state={state}
        addressOf={addressOf}
        onBack={() => take({ type: 'back' })}
        onJump={(depth) => stepTo(() => take(depth === 0 ? { type: 'home' } : { type: 'jump', depth }))}
      />
      <div className="head classic-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {current.type === 'root' ? <p className="intro">{current.title}</p> : null}
        </div>
        <LayoutSwitch current="/classic" />
      </div>
      {failed ? (
        <QuietState failed title={CONTENT_ERROR} />
      ) : (
        <Level
          key={`${current.type}-${current.id}`}
          nodes={current.children}
          addressOf={addressOf}
          onSelect={(node) => stepTo(() => take({ type: 'select', node }))}
        />
      )}
    </div>
  );
}

interface LevelProps {
  nodes: ExplorerNode[] | undefined;
  addressOf(node: ExplorerNode): string;
  onSelect(node: ExplorerNode): (event: MouseEvent) => void;
}

function Level({ nodes, addressOf, onSelect }: LevelProps) {
  const [playing, setPlaying] = useState<ExplorerNode | null>(null);
  if (!nodes) return <PageSpinner />;
  if (nodes.length === 0) return <QuietState title="No items available at this level." />;
  return (
    <>
      <WindowedList
        className={`${nodes[0]?.type === 'droplet' ? 'grid-5' : 'grid-3'} page-grid classic-level`}
        items={nodes}
        memory={nodes}
        keyOf={({ id }) => id}
        render={(node) => (
          <ClassicCard
            node={node}
            href={addressOf(node)}
            onSelect={onSelect(node)}
            onPlay={() => setPlaying(node)}
          />
        )}
      />
      {playing ? <MediaDialog node={playing} onClosed={() => setPlaying(null)} /> : null}
    </>
  );
}

/** A new level begins at its top, with the focus on its title; what was pressed is gone. */
function useLevelArrival(level: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(level);
  const byHistory = useRef(false);
  useEffect(() => {
    const onPop = () => {
      byHistory.current = true;
    };
    addEventListener('popstate', onPop, { capture: true });
    return () => removeEventListener('popstate', onPop, { capture: true });
  }, []);
  useLayoutEffect(() => {
    if (last.current === level) return;
    last.current = level;
    // Back and forward keep the place that the browser restores.
    if (!byHistory.current) scrollTo({ top: 0, behavior: 'instant' });
    byHistory.current = false;
    heading.current?.focus({ preventScroll: true });
  }, [level]);
  return heading;
}
