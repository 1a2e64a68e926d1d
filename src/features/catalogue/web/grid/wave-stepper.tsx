import { useLocation } from 'wouter';
import { Icon } from '#platform/design/icon.tsx';
import { useSite } from '#platform/web/page.ts';
import type { Wave } from '../../contract/schemas.ts';
import { positionIn } from '../items/list-position.ts';
import * as css from './wave-stepper.module.css';

/** Shows 'N of total' between arrows to the ocean's other waves. Renders nothing for a single wave. */
export function WaveStepper({ wave, waves }: { wave: Wave; waves: readonly Wave[] }) {
  const { position, total, previous, next } = positionIn(waves, wave.id);
  if (total < 2 || position === 0) return null;
  return (
    <div className={css.stepper}>
      <StepButton name="Previous wave" icon="left" to={previous} />
      <span>
        {position} of {total}
      </span>
      <StepButton name="Next wave" icon="right" to={next} />
    </div>
  );
}

function StepButton({ name, icon, to }: { name: string; icon: 'left' | 'right'; to: Wave | undefined }) {
  const [, navigate] = useLocation();
  const { preload } = useSite();
  const href = to && `/waves/${to.id}`;
  const onIntent = href === undefined ? undefined : () => preload(href);
  return (
    <button
      type="button"
      className="icon-btn"
      aria-label={name}
      aria-description={to?.title}
      disabled={to === undefined}
      onClick={href === undefined ? undefined : () => navigate(href, { transition: true })}
      onPointerEnter={onIntent}
      onFocus={onIntent}
    >
      <Icon name={icon} />
    </button>
  );
}
