import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import type { Droplet } from '../contract.ts';

interface StepArrowProps {
  direction: 'previous' | 'next';
  to: Droplet;
  /** A step within the viewer is a button; to another page it is a link. */
  step: { go(droplet: Droplet): void } | { href(droplet: Droplet): string };
  className?: string;
}

export function StepArrow({ direction, to, step, className = '' }: StepArrowProps) {
  const shared = {
    className: `icon-btn ${className}`,
    'aria-label': `${direction === 'previous' ? 'Previous' : 'Next'} droplet: ${to.title}`,
    children: <Icon name={direction === 'previous' ? 'left' : 'right'} />,
  };
  return 'go' in step ? (
    <button type="button" {...shared} onClick={() => step.go(to)} />
  ) : (
    <Link href={step.href(to)} likely {...shared} />
  );
}
