import { classNames } from '#platform/design/class-names.ts';
import * as css from './list-count.module.css';

interface ListCountProps {
  /** '3 of 8'; null for a droplet without a list. */
  count: string | null;
  className?: string;
}

/** Shows the droplet's position in its list. */
export function ListCount({ count, className }: ListCountProps) {
  return <span className={classNames(css.count, className)}>{count}</span>;
}
