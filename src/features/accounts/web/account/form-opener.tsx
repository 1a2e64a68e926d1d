import { type ReactNode, useEffect, useRef, useState } from 'react';

interface FormOpenerProps {
  label: string;
  /** Renders the form; `close` shows the button again. */
  children(close: () => void): ReactNode;
}

/**
 * Shows a button that opens a form in its stead. The focus moves into the form, and back to the button on
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
