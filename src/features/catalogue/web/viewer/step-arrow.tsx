import { classNames } from '#platform/design/class-names.ts';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import type { Droplet } from '../../contract/schemas.ts';

/** The step to another droplet: a function within the viewer, or a link to its page. */
export type Step = { go(droplet: Droplet): void } | { href(droplet: Droplet): string };

interface StepArrowProps {
  direction: 'previous' | 'next';
  to: Droplet;
  step: Step;
  className?: string;
}

/** Shows the arrow to the previous or next droplet: a button for a function, or a link. */
export function StepArrow({ direction, to, step, className }: StepArrowProps) {
  const shared = {
    className: classNames('icon-btn', className),
    'aria-label': `${direction === 'previous' ? 'Previous' : 'Next'} droplet: ${to.title}`,
    children: <Icon name={direction === 'previous' ? 'left' : 'right'} />,
  };
  return 'go' in step ? (
    <button type="button" {...shared} onClick={() => step.go(to)} />
  ) : (
    <Link href={step.href(to)} likely {...shared} />
  );
}
