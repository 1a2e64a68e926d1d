import { useEffect, useState } from 'react';
import { Icon } from '#platform/design/icon.tsx';
import { many } from '#platform/web/counts.ts';
import { deviceName, formatSize, freeRoom } from '../state/device.ts';
import { useKeepState } from '../state/keep-state.ts';
import type { Kept, KeptItem } from '../store/kept.ts';
import { removeItems } from '../store/remove-items.ts';
import * as css from './kept-list.module.css';

/** Lists kept items with their sizes, and removes single items. */
export function KeptList() {
  const { kept } = useKeepState();
  if (kept === undefined) return null;
  if (kept === null) return <p>Nothing is kept on this {deviceName()}.</p>;
  return (
    <>
      <Total kept={kept} />
      <ul className={css.rows}>
        {kept.items.map((item) => (
          <Row key={`${item.kind}-${item.id}`} item={item} />
        ))}
      </ul>
    </>
  );
}

function Total({ kept }: { kept: Kept }) {
  const [free, setFree] = useState<number>();
  const bytes = kept.items.reduce((sum, item) => sum + item.bytes, 0);
  // A removal frees room.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size stands for it
  useEffect(() => void freeRoom().then(setFree), [bytes]);
  const room = free === undefined ? '' : ` of ${formatSize(bytes + free)}`;
  return (
    <p className="meta">
      {formatSize(bytes)}
      {room}.{kept.owner === null ? '' : ' Removed when you log out.'}
    </p>
  );
}

function Row({ item }: { item: KeptItem }) {
  const facts = item.kind === 'wave' ? `${many(item.lessons.length, 'droplet')} · ` : '';
  return (
    <li>
      <img className={css.cover} src={item.cover} alt="" width="900" height="1200" />
      <div>
        <b>{item.title}</b>
        <span className="meta">
          {facts}
          {formatSize(item.bytes)}
        </span>
      </div>
      <button
        className="icon-btn"
        type="button"
        aria-label={`Remove ${item.title} from this ${deviceName()}`}
        onClick={() => void removeItems([item])}
      >
        <Icon name="trash" />
      </button>
    </li>
  );
}
