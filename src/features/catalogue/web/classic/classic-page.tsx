import { type MouseEvent, useState } from 'react';
import { Head } from '#features/settings/web/head.tsx';
import { classNames } from '#platform/design/class-names.ts';
import { WindowedList } from '#platform/design/list/windowed-list.tsx';
import { CONTENT_ERROR, EmptyState } from '#platform/design/state/empty-state.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import type { LoadContext } from '#platform/web/page.ts';
import { cardGrid, eagerAt } from '../items/card/card-grid.ts';
import { LayoutSwitch } from '../items/layout-switch.tsx';
import { loadSelection } from '../items/selection/use-selection.ts';
import { ClassicCard } from './classic-card.tsx';
import { ClassicCrumbs } from './classic-crumbs.tsx';
import { type ClassicItem, levelTitle } from './classic-node.ts';
import * as css from './classic-page.module.css';
import { MediaDialog } from './media-dialog.tsx';
import { useClassic } from './use-classic.ts';
import { useLevelFocus } from './use-level-focus.ts';

export async function load(context: LoadContext): Promise<undefined> {
  await loadSelection(context);
}

/** /classic: the hierarchy, one level at a time. */
export function Page() {
  const { state, failed, take, addressOf } = useClassic();
  const { current } = state;
  const title = levelTitle(current.type);
  const level = `${current.type}-${current.id}`;
  const [first] = useState(level);
  const heading = useLevelFocus(level);
  const onPlainClick = (step: () => void) => (event: MouseEvent) => {
    // With a modifier key, the browser opens the link itself.
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
        onJump={(depth) => onPlainClick(() => take(depth === 0 ? { type: 'home' } : { type: 'jump', depth }))}
      />
      <div className={`head ${css.head}`}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {current.type === 'root' ? <p className="intro">{current.title}</p> : null}
        </div>
        <LayoutSwitch current="/classic" />
      </div>
      {failed ? (
        <EmptyState failed title={CONTENT_ERROR} />
      ) : (
        <Level
          key={level}
          items={current.children}
          appears={level !== first}
          addressOf={addressOf}
          onSelect={(node) => onPlainClick(() => take({ type: 'select', node }))}
        />
      )}
    </div>
  );
}

interface LevelProps {
  items: ClassicItem[] | undefined;
  /** Fades in. The first level of the page shows at the first paint, without fading. */
  appears: boolean;
  addressOf(item: ClassicItem): string;
  onSelect(item: ClassicItem): (event: MouseEvent) => void;
}

function Level({ items, appears, addressOf, onSelect }: LevelProps) {
  const [playing, setPlaying] = useState<ClassicItem | null>(null);
  if (!items) return <PageSpinner />;
  if (items.length === 0) return <EmptyState title="No items available at this level." />;
  const isTall = items[0]?.type === 'droplet';
  return (
    <>
      <WindowedList
        className={classNames(
          isTall ? cardGrid.tall : cardGrid.wide,
          cardGrid.endsPage,
          appears && css.level,
        )}
        items={items}
        memory={items}
        keyOf={({ id }) => id}
        render={(item, index) => (
          <ClassicCard
            item={item}
            eager={eagerAt(index, isTall ? 5 : 3)}
            href={addressOf(item)}
            onSelect={onSelect(item)}
            onPlay={() => setPlaying(item)}
          />
        )}
      />
      {playing ? <MediaDialog item={playing} onClosed={() => setPlaying(null)} /> : null}
    </>
  );
}
