import type { ItemType } from '../contract.ts';

interface CardSkeletonsProps {
  count: number;
  kind?: ItemType;
  label?: string;
}

/** A long list is not foretold to its end. */
const MOST = 20;

/** Cards that are on their way, in their places. */
export function CardSkeletons({ count, kind = 'ocean', label = 'Loading oceans' }: CardSkeletonsProps) {
  const tall = kind === 'droplet';
  return (
    <div role="status">
      <span className="sr">{label}</span>
      <ul className={tall ? 'grid-5' : 'grid-3'} aria-hidden="true">
        {Array.from({ length: Math.min(count, MOST) }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <li className={tall ? 'card drop' : 'card'} key={place}>
            <div className={`art ${kind} skel`} />
            <div className="skel skel-title" />
            {tall ? null : <div className="skel skel-line" />}
            <div className="skel skel-line short" />
          </li>
        ))}
      </ul>
    </div>
  );
}
