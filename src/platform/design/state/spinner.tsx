import { classNames } from '../class-names.ts';
import { ScriptNote } from './script-note.tsx';

interface SpinnerProps {
  label?: string;
  className?: string;
}

/** Three expanding rings, with a text for screen readers. */
export function Spinner({ label = 'Loading', className }: SpinnerProps) {
  return (
    <>
      <div className={classNames('spin', className)} role="status">
        <i />
        <i />
        <i />
        <span className="sr">{label}</span>
      </div>
      <ScriptNote />
    </>
  );
}

/** Replaces a page that is loading. */
export function PageSpinner({ text }: { text?: string }) {
  return (
    <div className="calm page-spinner">
      <Spinner />
      {text === undefined ? null : <p>{text}</p>}
    </div>
  );
}
