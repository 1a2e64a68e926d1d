import { Fragment, type MouseEvent } from 'react';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import type { ExplorerState } from './explorer.ts';
import type { ExplorerNode } from './explorer-node.ts';

interface ClassicCrumbsProps {
  state: ExplorerState<ExplorerNode>;
  addressOf(node: ExplorerNode): string;
  onBack(): void;
  onJump(depth: number): (event: MouseEvent) => void;
}

/** The way from Home to the current level, and one step back. */
export function ClassicCrumbs({ state, addressOf, onBack, onJump }: ClassicCrumbsProps) {
  const { current, history, depth } = state;
  const nameOf = (node: ExplorerNode) => (node.type === 'root' ? 'Home' : node.title);
  return (
    <div className="topbar classic-top">
      <nav className="crumbs" aria-label="Breadcrumb">
        {depth === 0 ? null : (
          <>
            <button type="button" className="crumb-back" onClick={onBack}>
              <Icon name="left" />
              Back
            </button>
            <span aria-hidden="true">·</span>
          </>
        )}
        {history.map((node, place) => (
          <Fragment key={`${node.type}-${node.id}`}>
            <Link href={addressOf(node)} onClick={onJump(place)}>
              <span className="clamp-2">{nameOf(node)}</span>
            </Link>
            <span aria-hidden="true">/</span>
          </Fragment>
        ))}
        <span className="clamp-2" aria-current="page">
          {nameOf(current)}
        </span>
      </nav>
    </div>
  );
}
