import { begunPart } from '#features/progress/web/begun-part.tsx';
import { classNames } from '#platform/design/class-names.ts';
import * as css from './continue-slot.module.css';

const ContinueCard = begunPart(() => import('./continue-card.tsx').then((module) => module.ContinueCard));

/**
 * Reserves room for the card that continues the reader's last lesson. An inline script decides before the
 * first paint whether there is one.
 */
export const ContinueSlot = ({ short = false }: { short?: boolean }) => (
  <div className={classNames(css.slot, short && css.short)}>
    <ContinueCard short={short} />
  </div>
);
