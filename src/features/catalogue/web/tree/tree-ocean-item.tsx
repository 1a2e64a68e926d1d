import { Seen } from '#features/progress/web/seen.ts';
import { classNames } from '#platform/design/class-names.ts';
import { WindowedList } from '#platform/design/list/windowed-list.tsx';
import { Link } from '#platform/web/link.tsx';
import type { TreeOcean } from '../../contract/schemas.ts';
import { Cover } from '../covers/cover.tsx';
import { COVER_FRAMES } from '../covers/cover-frame.tsx';
import { DraftRibbon } from '../items/card/draft-ribbon.tsx';
import { extentOf } from '../items/ocean-extent.ts';
import type { ViewerLink } from '../viewer/viewer-address.ts';
import { TreeBranchState } from './tree-branch-state.tsx';
import { keyOf } from './tree-model.ts';
import * as css from './tree-ocean-item.module.css';
import { TreeToggle } from './tree-toggle.tsx';
import { TreeWaveItem } from './tree-wave-item.tsx';
import type { Tree } from './use-tree.ts';

export interface TreeItemProps {
  /** Index among its siblings. */
  index: number;
  count: number;
  tree: Tree;
  /** Key of the line that the Tab key reaches. */
  active: string | null;
  toggle(key: string): void;
  linkTo(droplet: { id: number }): ViewerLink;
}

interface TreeOceanItemProps extends TreeItemProps {
  ocean: TreeOcean;
  /** Index of the wave that holds the active line; -1 for none in this ocean. */
  activeWave: number;
}

/** Shows an ocean, the first level of the tree, and its waves while it is open. */
export function TreeOceanItem({ ocean, index, count, activeWave, ...rest }: TreeOceanItemProps) {
  const { tree, active, toggle } = rest;
  const key = keyOf('ocean', ocean.id);
  const branch = ocean.waveCount > 0;
  const open = branch && tree.isOpen(key);
  const waves = open ? tree.wavesOf(ocean) : undefined;
  return (
    <li className={classNames(css.ocean, !open && css.closed)} role="none">
      <div
        id={key}
        className={css.line}
        role="treeitem"
        aria-level={1}
        aria-posinset={index + 1}
        aria-setsize={count}
        aria-expanded={branch ? open : undefined}
        aria-owns={waves ? `${key}-branch` : undefined}
        aria-labelledby={`${key}-title ${key}-meta ${key}-seen`}
        tabIndex={active === key ? 0 : -1}
      >
        <Link
          className={`${COVER_FRAMES.ocean} ${css.cover}`}
          href={`/oceans/${ocean.id}`}
          tabIndex={-1}
          aria-hidden="true"
        >
          <Cover kind="ocean" of={ocean} eager={index === 0} />
        </Link>
        <div>
          <h2>
            <Link id={`${key}-title`} href={`/oceans/${ocean.id}`} tabIndex={-1} data-open="">
              <span className="clamp-2">{ocean.title}</span>
            </Link>{' '}
            {branch ? <TreeToggle open={open} title={ocean.title} onToggle={() => toggle(key)} /> : null}
          </h2>{' '}
          <span className="meta" id={`${key}-meta`}>
            <DraftRibbon of={ocean} /> {extentOf(ocean)}
          </span>
          <span id={`${key}-seen`}>
            <Seen ocean={ocean} />
          </span>
        </div>
      </div>
      {!open ? null : waves ? (
        <WindowedList
          className={css.waves}
          id={`${key}-branch`}
          role="group"
          items={waves}
          memory={waves}
          keyOf={({ id }) => id}
          pinned={[activeWave]}
          render={(wave, waveIndex) => (
            <TreeWaveItem {...rest} wave={wave} index={waveIndex} count={waves.length} />
          )}
        />
      ) : (
        <TreeBranchState failed={waves === null} label="Loading waves" />
      )}
    </li>
  );
}
