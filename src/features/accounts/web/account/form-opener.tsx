import { type ReactNode, useEffect, useRef, useState } from 'react';

interface FormOpenerProps {
  label: string;
  /** Renders the form; `close` brings the button back. */
  children(close: () => void): ReactNode;
}

/**
 * A button that a form replaces when it opens. The focus moves into the form, and back to the button on
 * closing.
 */
export function FormOpener({ label, children }: FormOpenerProps) {
  const [open, setOpen] = useState(false);
  const wasToggled = useRef(false);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!wasToggled.current) return;
    container.current?.querySelector<HTMLElement>(open ? 'input:not([hidden])' : 'button')?.focus();
  }, [open]);
  const toggle = (to: boolean) => {
    wasToggled.current = true;
    setOpen(to);
  };
  return (
    <div ref={container} data-open={open || undefined}>
      {open ? (
        children(() => toggle(false))
      ) : (
        <button className="btn line" type="button" onClick={() => toggle(true)}>
          {label}
        </button>
      )}
    </div>
  );
}
