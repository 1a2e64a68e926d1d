import { useMemo } from 'react';
import { Field } from '#platform/design/form/field.tsx';
import type { Schedule } from '../contract/schemas.ts';
import { DAYS, describeHour, timeZones } from './describe-time.ts';
import * as css from './letter.module.css';

interface ScheduleFieldsProps {
  value: Schedule;
  onChange(value: Schedule): void;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Day, hour and time zone of the letter. */
export function ScheduleFields({ value, onChange }: ScheduleFieldsProps) {
  const zones = useMemo(() => timeZones(value.timeZone), [value.timeZone]);
  return (
    <div className={css.schedule}>
      <Field label="Day">
        {(its) => (
          <select
            {...its}
            value={value.day}
            onChange={(event) => onChange({ ...value, day: Number(event.target.value) })}
          >
            {DAYS.map((name, index) => (
              <option key={name} value={index + 1}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Hour">
        {(its) => (
          <select
            {...its}
            value={value.hour}
            onChange={(event) => onChange({ ...value, hour: Number(event.target.value) })}
          >
            {HOURS.map((hour) => (
              <option key={hour} value={hour}>
                {describeHour(hour)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Time zone">
        {(its) => (
          <select
            {...its}
            value={value.timeZone}
            onChange={(event) => onChange({ ...value, timeZone: event.target.value })}
          >
            {zones.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}
