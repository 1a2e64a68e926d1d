import { ScriptNote } from '#platform/design/state/script-note.tsx';
import type { ItemType } from '../../contract/kinds.ts';
import { CoverFrame } from '../covers/cover-frame.tsx';
import { Card } from '../items/card/card.tsx';
import { cardGrid } from '../items/card/card-grid.ts';
import * as css from './card-skeletons.module.css';

interface CardSkeletonsProps {
  count: number;
  kind?: ItemType;
  label?: string;
}

/**
 * A length such as `20-minute`, which must not break at its hyphen. The capturing group makes every second
 * part of a split text a length.
 */
const MAX_SKELETONS = 20;

/** Shows placeholders of the size of cards while a list loads. */
export function CardSkeletons({ count, kind = 'ocean', label = 'Loading oceans' }: CardSkeletonsProps) {
  const tall = kind === 'droplet';
  return (
    <div role="status">
      <span className="sr">{label}</span>
      <ScriptNote />
      <ul className={tall ? cardGrid.tall : cardGrid.wide} aria-hidden="true">
        {Array.from({ length: Math.min(count, MAX_SKELETONS) }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike
          <Card kind={kind} key={index}>
            <CoverFrame kind={kind} className="skel" />
            <div className={`skel ${css.title}`} />
            {tall ? null : <div className={`skel ${css.line}`} />}
            <div className={`skel ${css.lastLine}`} />
          </Card>
        ))}
      </ul>
    </div>
  );
}
