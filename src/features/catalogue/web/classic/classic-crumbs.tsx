import { Fragment, type MouseEvent } from 'react';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import * as css from './classic-crumbs.module.css';
import type { ClassicNode } from './classic-node.ts';
import type { ClassicState } from './classic-state.ts';

interface ClassicCrumbsProps {
  state: ClassicState<ClassicNode>;
  addressOf(node: ClassicNode): string;
  onBack(): void;
  onJump(depth: number): (event: MouseEvent) => void;
}

/** Shows the breadcrumbs from Home to the current level, and a back button. */
export function ClassicCrumbs({ state, addressOf, onBack, onJump }: ClassicCrumbsProps) {
  const { current, history } = state;
  const nameOf = (node: ClassicNode) => (node.type === 'root' ? 'Home' : node.title);
  return (
    <div className={`topbar ${css.crumbs}`}>
      <nav className="crumbs" aria-label="Breadcrumb">
        {history.length === 0 ? null : (
          <>
            <button type="button" className={css.back} onClick={onBack}>
              <Icon name="left" />
              Back
            </button>
            <span aria-hidden="true">·</span>
          </>
        )}
        {history.map((node, depth) => (
          <Fragment key={`${node.type}-${node.id}`}>
            <Link href={addressOf(node)} onClick={onJump(depth)}>
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
