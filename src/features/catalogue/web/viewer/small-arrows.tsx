import type { Droplet } from '../../contract/schemas.ts';
import type { ListPosition } from '../items/list-position.ts';
import * as css from './small-arrows.module.css';
import { type Step, StepArrow } from './step-arrow.tsx';

interface SmallArrowsProps {
  position: ListPosition<Droplet>;
  step: Step;
}

/** Shows both arrows beside each other, on small screens only. */
export function SmallArrows({ position: { previous, next }, step }: SmallArrowsProps) {
  if (!previous && !next) return null;
  return (
    <div className={css.arrows}>
      {previous ? <StepArrow direction="previous" to={previous} step={step} /> : null}
      {next ? <StepArrow direction="next" to={next} step={step} className={css.next} /> : null}
    </div>
  );
}
