import { Seen } from '#features/progress/web/seen.ts';
import { Icon } from '#platform/design/icon.tsx';
import { WindowedList } from '#platform/design/list/windowed-list.tsx';
import { Link } from '#platform/web/link.tsx';
import type { TreeDroplet } from '../../contract/schemas.ts';
import { DraftRibbon } from '../items/card/draft-ribbon.tsx';
import { formatDuration } from '../items/duration.ts';
import { TreeBranchState } from './tree-branch-state.tsx';
import { type BranchWave, keyOf } from './tree-model.ts';
import type { TreeItemProps } from './tree-ocean-item.tsx';
import { TreeToggle } from './tree-toggle.tsx';
import * as css from './tree-wave-item.module.css';

/** Number of droplets above which a list is windowed, which needs rows instead of text columns. */
const MAX_UNWINDOWED = 100;

interface TreeWaveItemProps extends TreeItemProps {
  wave: BranchWave;
}

/** Shows a wave, the second level of the tree, and its droplets while it is open. */
export function TreeWaveItem({ wave, index, count, ...rest }: TreeWaveItemProps) {
  const { tree, active, toggle } = rest;
  const key = keyOf('wave', wave.id);
  const branch = wave.dropletCount > 0;
  const open = branch && tree.isOpen(key);
  const droplets = open ? tree.dropletsOf(wave) : undefined;
  return (
    <li className={css.wave} role="none">
      <div
        id={key}
        className={css.line}
        role="treeitem"
        aria-level={2}
        aria-posinset={index + 1}
        aria-setsize={count}
        aria-expanded={branch ? open : undefined}
        aria-owns={droplets ? `${key}-branch` : undefined}
        aria-labelledby={`${key}-title ${key}-meta ${key}-seen ${key}-lock`}
        tabIndex={active === key ? 0 : -1}
      >
        <h3>
          <Link id={`${key}-title`} href={`/waves/${wave.id}`} tabIndex={-1} data-open="">
            <span className="clamp-2">{wave.title}</span>
          </Link>{' '}
          {branch ? <TreeToggle open={open} title={wave.title} onToggle={() => toggle(key)} /> : null}
        </h3>{' '}
        <span className={css.facts}>
          {wave.locked ? <Lock id={`${key}-lock`} /> : null}
          <span id={`${key}-seen`}>
            <Seen wave={wave} />
          </span>
          <span className="meta" id={`${key}-meta`}>
            <DraftRibbon of={wave} /> {formatDuration(wave.totalDuration)}
          </span>
        </span>
      </div>
      {!open ? null : droplets ? (
        <Droplets id={`${key}-branch`} droplets={droplets} {...rest} />
      ) : (
        <TreeBranchState failed={droplets === null} label="Loading droplets" />
      )}
    </li>
  );
}

function Droplets({
  id,
  droplets,
  ...rest
}: Omit<TreeItemProps, 'index' | 'count'> & { id: string; droplets: readonly TreeDroplet[] }) {
  const item = (droplet: TreeDroplet, index: number) => (
    <DropletItem key={droplet.id} droplet={droplet} index={index} count={droplets.length} {...rest} />
  );
  if (droplets.length <= MAX_UNWINDOWED)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a group of the tree is a list
      <ul className={css.droplets} id={id} role="group">
        {droplets.map(item)}
      </ul>
    );
  return (
    <WindowedList
      className={`${css.droplets} ${css.windowedDroplets}`}
      id={id}
      role="group"
      items={droplets}
      memory={droplets}
      keyOf={({ id }) => id}
      pinned={[droplets.findIndex(({ id }) => keyOf('droplet', id) === rest.active)]}
      render={item}
    />
  );
}

function DropletItem({ droplet, index, count, active, linkTo }: TreeItemProps & { droplet: TreeDroplet }) {
  const key = keyOf('droplet', droplet.id);
  return (
    <li
      id={key}
      role="treeitem"
      aria-level={3}
      aria-posinset={index + 1}
      aria-setsize={count}
      tabIndex={active === key ? 0 : -1}
    >
      <Link {...linkTo(droplet)} tabIndex={-1} data-open="" data-droplet={droplet.id}>
        <span className="clamp-2">{droplet.title}</span>
      </Link>{' '}
      <span className={css.facts}>
        {droplet.locked ? <Lock /> : null}
        <Seen droplet={droplet.id} />
        <span className="meta">
          <DraftRibbon of={droplet} /> {formatDuration(droplet.duration)}
        </span>
      </span>
    </li>
  );
}

function Lock({ id }: { id?: string }) {
  return (
    <>
      <span className="sr" id={id}>
        Premium
      </span>{' '}
      <Icon name="lock" className={css.lock} />
    </>
  );
}
