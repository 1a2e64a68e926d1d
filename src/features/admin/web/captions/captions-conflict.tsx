import { useEffect, useRef } from 'react';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { Icon } from '#platform/design/icon.tsx';
import type { Item } from '../content/content-kinds.ts';
import * as css from './captions-editor.module.css';
import type { Line } from './lines/caption-lines.ts';
import { reportUnread } from './use-captions-editor.ts';

interface CaptionsConflictProps {
  type: ItemType;
  /** The item as saved by another person. */
  conflict: Item;
  busy: boolean;
  read(item: Item): Promise<Line[]>;
  onKeepMine(): void;
  onTheirs(lines: Line[]): void;
}

/** Edit conflict: offers the other person's captions or one's own. */
export function CaptionsConflict(props: CaptionsConflictProps) {
  const { type, conflict, busy, read, onKeepMine, onTheirs } = props;
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  const takeTheirs = () => read(conflict).then(onTheirs, reportUnread);
  return (
    <div className={css.conflict} data-part="conflict" role="alert" tabIndex={-1} ref={notice}>
      <p>
        <Icon name="alert" />
        <b>Someone else changed this {type} after you opened it.</b> Your captions are still here.
      </p>
      <div className="row">
        <button className="btn line sm" type="button" onClick={takeTheirs}>
          Use the saved captions
        </button>
        <button className="btn line sm" type="button" aria-disabled={busy || undefined} onClick={onKeepMine}>
          Save my captions
        </button>
      </div>
      <p className="hint">Your captions replace only the captions of this language.</p>
    </div>
  );
}
