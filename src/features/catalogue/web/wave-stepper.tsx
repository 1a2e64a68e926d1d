import { useLocation } from 'wouter';
import { Icon } from '#platform/design/icon.tsx';
import { useSite } from '#platform/web/page.ts';
import type { Wave } from '../contract.ts';
import { placeIn } from './viewer-address.ts';

/** 'N of total' between the ocean's waves; nothing where there is only one. */
export function WaveStepper({ wave, waves }: { wave: Wave; waves: readonly Wave[] }) {
  const { position, total, previous, next } = placeIn(waves, wave.id);
  if (total < 2 || position === 0) return null;
  return (
    <div className="stepper">
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
  const intent = href === undefined ? undefined : () => preload(href);
  return (
    <button
      type="button"
      className="icon-btn"
      aria-label={name}
      aria-description={to?.title}
      disabled={to === undefined}
      onClick={href === undefined ? undefined : () => navigate(href, { transition: true })}
      onPointerEnter={intent}
      onFocus={intent}
    >
      <Icon name={icon} />
    </button>
  );
}
