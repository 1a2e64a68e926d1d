import { Link } from '#platform/web/link.tsx';
import type { TreeOcean } from '../contract.ts';
import { Cover } from './cover.tsx';
import { extentOf } from './ocean-extent.ts';
import { TreeBranchState, TreeToggle } from './tree-branch.tsx';
import { keyOf } from './tree-model.ts';
import { TreeWaveItem } from './tree-wave-item.tsx';
import type { Tree } from './use-tree.ts';
import { WindowedList } from './windowed-list.tsx';

export interface TreeItemProps {
  /** Among its siblings, from 0. */
  place: number;
  count: number;
  tree: Tree;
  /** The line that takes the focus. */
  active: string | null;
  toggle(key: string): void;
  linkTo(droplet: { id: number }): { href: string; state?: unknown };
}

interface TreeOceanItemProps extends TreeItemProps {
  ocean: TreeOcean;
  /** The place of the wave that has the focus; -1 for none in this ocean. */
  activeWave: number;
}

/** First level of the tree: an ocean with its picture, and its waves while it is open. */
export function TreeOceanItem({ ocean, place, count, activeWave, ...rest }: TreeOceanItemProps) {
  const { tree, active, toggle } = rest;
  const key = keyOf('ocean', ocean.id);
  const branch = ocean.waveCount > 0;
  const open = branch && tree.isOpen(key);
  const waves = open ? tree.wavesOf(ocean) : undefined;
  return (
    <li className="tree-ocean" role="none">
      <div
        id={key}
        className="tree-line"
        role="treeitem"
        aria-level={1}
        aria-posinset={place + 1}
        aria-setsize={count}
        aria-expanded={branch ? open : undefined}
        aria-owns={waves ? `${key}-branch` : undefined}
        aria-labelledby={`${key}-title ${key}-meta`}
        tabIndex={active === key ? 0 : -1}
      >
        <Link className="art ocean" href={`/oceans/${ocean.id}`} tabIndex={-1} aria-hidden="true">
          <Cover kind="ocean" of={ocean} eager={place === 0} />
        </Link>
        <div>
          <h2>
            <Link id={`${key}-title`} href={`/oceans/${ocean.id}`} tabIndex={-1} data-open="">
              <span className="clamp-2">{ocean.title}</span>
            </Link>{' '}
            {branch ? <TreeToggle open={open} title={ocean.title} onToggle={() => toggle(key)} /> : null}
          </h2>{' '}
          <span className="meta" id={`${key}-meta`}>
            {extentOf(ocean)}
          </span>
        </div>
      </div>
      {!open ? null : waves ? (
        <WindowedList
          className="tree-waves"
          id={`${key}-branch`}
          role="group"
          items={waves}
          memory={waves}
          keyOf={({ id }) => id}
          pinned={[activeWave]}
          render={(wave, wavePlace) => (
            <TreeWaveItem {...rest} wave={wave} place={wavePlace} count={waves.length} />
          )}
        />
      ) : (
        <TreeBranchState failed={waves === null} label="Loading waves" />
      )}
    </li>
  );
}
