import { type ReactNode, useEffect, useRef, useState } from 'react';

interface OpenerProps {
  label: string;
  /** What it opens; `close` brings the button back. */
  children(close: () => void): ReactNode;
}

/** A button that a form takes the place of. The focus goes into the form, and back to the button after it. */
export function Opener({ label, children }: OpenerProps) {
  const [open, setOpen] = useState(false);
  const touched = useRef(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!touched.current) return;
    place.current?.querySelector<HTMLElement>(open ? 'input:not([hidden])' : 'button')?.focus();
  }, [open]);
  const turn = (to: boolean) => {
    touched.current = true;
    setOpen(to);
  };
  return (
    <div ref={place}>
      {open ? (
        children(() => turn(false))
      ) : (
        <button className="btn line" type="button" onClick={() => turn(true)}>
          {label}
        </button>
      )}
    </div>
  );
}
