import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { timeZones } from '#platform/text/time-zones.ts';
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
  const zones = useMemo(() => timeZones(value.timeZone), [value.timeZone]);
  const fields = useEarlyChoice(value, onChange);
  return (
    <div className={css.schedule} ref={fields}>
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

/** Takes over what was chosen before hydration, of all fields at once: each change replaces the value. */
function useEarlyChoice(value: Schedule, onChange: (value: Schedule) => void) {
  const fields = useRef<HTMLDivElement>(null);
  const first = useRef({ value, onChange });
  useEffect(() => {
    const [day, hour, timeZone] = [...(fields.current?.querySelectorAll('select') ?? [])];
    if (!day || !hour || !timeZone) return;
    const early: Schedule = { day: Number(day.value), hour: Number(hour.value), timeZone: timeZone.value };
    const { value: served, onChange: change } = first.current;
    if (early.day !== served.day || early.hour !== served.hour || early.timeZone !== served.timeZone)
      change(early);
  }, []);
  return fields;
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
