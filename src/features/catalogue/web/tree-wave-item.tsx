import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import type { TreeDroplet, TreeWave } from '../contract.ts';
import { formatDuration } from './duration.ts';
import { TreeBranchState, TreeToggle } from './tree-branch.tsx';
import { keyOf } from './tree-model.ts';
import type { TreeItemProps } from './tree-ocean-item.tsx';
import { WindowedList } from './windowed-list.tsx';

/** Beyond this the droplets stand in rows that can be left out, instead of in two columns of text. */
const FEW = 100;

interface TreeWaveItemProps extends TreeItemProps {
  wave: Omit<TreeWave, 'droplets'> & { droplets?: TreeDroplet[] | null };
}

/** Second level of the tree: a wave, and its droplets while it is open. */
export function TreeWaveItem({ wave, place, count, ...rest }: TreeWaveItemProps) {
  const { tree, active, toggle } = rest;
  const key = keyOf('wave', wave.id);
  const branch = wave.dropletCount > 0;
  const open = branch && tree.isOpen(key);
  const droplets = open ? tree.dropletsOf(wave) : undefined;
  return (
    <li role="none">
      <div
        id={key}
        className="tree-line"
        role="treeitem"
        aria-level={2}
        aria-posinset={place + 1}
        aria-setsize={count}
        aria-expanded={branch ? open : undefined}
        aria-owns={droplets ? `${key}-branch` : undefined}
        aria-labelledby={`${key}-title ${key}-meta ${key}-lock`}
        tabIndex={active === key ? 0 : -1}
      >
        <h3>
          <Link id={`${key}-title`} href={`/waves/${wave.id}`} tabIndex={-1} data-open="">
            <span className="clamp-2">{wave.title}</span>
          </Link>{' '}
          {branch ? <TreeToggle open={open} title={wave.title} onToggle={() => toggle(key)} /> : null}
        </h3>{' '}
        <span className="tree-meta">
          {wave.locked ? <Lock id={`${key}-lock`} /> : null}
          <span className="meta" id={`${key}-meta`}>
            {formatDuration(wave.duration)}
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
}: Omit<TreeItemProps, 'place' | 'count'> & { id: string; droplets: readonly TreeDroplet[] }) {
  const item = (droplet: TreeDroplet, place: number) => (
    <DropletItem key={droplet.id} droplet={droplet} place={place} count={droplets.length} {...rest} />
  );
  if (droplets.length <= FEW)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a group of the tree is a list
      <ul className="tree-drops" id={id} role="group">
        {droplets.map(item)}
      </ul>
    );
  return (
    <WindowedList
      className="tree-drops many"
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

function DropletItem({ droplet, place, count, active, linkTo }: TreeItemProps & { droplet: TreeDroplet }) {
  const key = keyOf('droplet', droplet.id);
  return (
    <li
      id={key}
      className="tree-line"
      role="treeitem"
      aria-level={3}
      aria-posinset={place + 1}
      aria-setsize={count}
      tabIndex={active === key ? 0 : -1}
    >
      <Link {...linkTo(droplet)} tabIndex={-1} data-open="" data-droplet={droplet.id}>
        <span className="clamp-2">{droplet.title}</span>
      </Link>{' '}
      <span className="tree-meta">
        {droplet.locked ? <Lock /> : null}
        <span className="meta">{formatDuration(droplet.duration)}</span>
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
      <Icon name="lock" />
    </>
  );
}
