import { useId, useState } from 'react';
import * as css from './days-form.module.css';

/** First and last day, such as `2026-11-22`; empty if not chosen. */
export interface Days {
  from: string;
  to: string;
}

interface DaysFormProps {
  /** The days that are shown. */
  days: Days;
  onShow(days: Days): void;
}

/** First and last day. The form remains when its days are shown, so that its button keeps the focus. */
export function DaysForm({ days, onShow }: DaysFormProps) {
  const id = useId();
  const [from, setFrom] = useState(days.from);
  const [to, setTo] = useState(days.to);
  const [shown, setShown] = useState(days);
  if (shown.from !== days.from || shown.to !== days.to) {
    setShown(days);
    setFrom(days.from);
    setTo(days.to);
  }
  const day = (name: string, label: string, value: string, onChange: (value: string) => void) => (
    <div className="field">
      <label htmlFor={id + name}>{label}</label>
      <input
        className="input"
        id={id + name}
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
  return (
    <form
      className={css.days}
      onSubmit={(event) => {
        event.preventDefault();
        onShow({ from, to });
      }}
    >
      {day('from', 'First day', from, setFrom)}
      {day('to', 'Last day', to, setTo)}
      <button type="submit" className="btn line">
        Show these days
      </button>
    </form>
  );
}
