import { useLocation } from 'wouter';
import { classNames } from '#platform/design/class-names.ts';
import { Icon } from '#platform/design/icon.tsx';

/** A link (as the specification demands) that shows the form again at the same address. */
export function BackToForm({ onBack, className }: { onBack: () => void; className?: string | undefined }) {
  const [path] = useLocation();
  return (
    <a
      className={classNames('btn', className ?? 'line')}
      href={path}
      onClick={(event) => {
        event.preventDefault();
        onBack();
      }}
    >
      <Icon name="left" />
      Back to form
    </a>
  );
}
