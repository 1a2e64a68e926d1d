import { type ReactNode, useId, useMemo } from 'react';
import { timeZones } from '#platform/text/time-zones.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import type { Schedule } from '../contract/schemas.ts';
import { DAYS, describeHour } from './describe-time.ts';
import * as css from './letter.module.css';

interface ScheduleFieldsProps {
  value: Schedule;
  onChange(value: Schedule): void;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Day, hour and time zone of the letter. */
export function ScheduleFields({ value, onChange }: ScheduleFieldsProps) {
  const hydrated = useHydrated();
  // The server's zones differ from the browser's, and hydration needs equal lists.
  const zones = useMemo(
    () => (hydrated ? timeZones(value.timeZone) : [value.timeZone]),
    [hydrated, value.timeZone],
  );
  return (
    <div className={css.schedule}>
      <Choice label="Day" value={value.day} onChange={(day) => onChange({ ...value, day: Number(day) })}>
        {DAYS.map((name, index) => (
          <option key={name} value={index + 1}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice label="Hour" value={value.hour} onChange={(hour) => onChange({ ...value, hour: Number(hour) })}>
        {HOURS.map((hour) => (
          <option key={hour} value={hour}>
            {describeHour(hour)}
          </option>
        ))}
      </Choice>
      <Choice
        label="Time zone"
        value={value.timeZone}
        onChange={(timeZone) => onChange({ ...value, timeZone })}
      >
        {zones.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </Choice>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string | number;
  onChange(value: string): void;
  /** Options. */
  children: ReactNode;
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
    </div>
  );
}
