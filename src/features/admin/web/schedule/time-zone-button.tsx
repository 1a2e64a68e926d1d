import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { TIME_ZONE } from '#features/settings/shared/calendar-defaults.ts';
import { Dialog } from '#platform/design/dialog/dialog.tsx';
import { Field } from '#platform/design/form/field.tsx';
import { Form } from '#platform/design/form/form.tsx';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { timeZones } from '#platform/text/time-zones.ts';
import { useApi } from '#platform/web/page.ts';
import { allSettingsQuery } from '../settings/all-settings.ts';
import { useUpdateSetting } from '../settings/use-setting-changes.ts';

/** Changes the site's time zone. */
export function TimeZoneButton({ zone }: { zone: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn line" onClick={() => setOpen(true)}>
        Change time zone
      </button>
      <Dialog open={open} title="Time zone" onClose={() => setOpen(false)}>
        <ZoneForm zone={zone} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ZoneForm({ zone, onDone }: { zone: string; onDone(): void }) {
  const [chosen, setChosen] = useState(zone);
  const zones = useMemo(() => timeZones(zone), [zone]);
  const { data: settings = [] } = useQuery(allSettingsQuery(useApi()));
  const { mutate, isPending } = useUpdateSetting();
  const save = () => {
    const present = settings.find(({ key }) => key === TIME_ZONE);
    const fields = { value: chosen, category: 'general' as const, description: present?.description ?? null };
    const { key: _, ...basedOn } = present ?? { key: TIME_ZONE };
    mutate(
      { key: TIME_ZONE, fields, basedOn: present ? (basedOn as typeof fields) : null },
      { onSuccess: onDone },
    );
  };
  return (
    <Form pending={isPending} error={null} onSubmit={save} className="admin-form">
      <p>Times that are planned already stay as they are, and are shown by the clocks of this zone.</p>
      <Field label="Time zone">
        {(its) => (
          <select {...its} value={chosen} onChange={(event) => setChosen(event.target.value)}>
            {zones.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
      </Field>
      <div className="row end">
        <button type="button" className="btn line" onClick={onDone}>
          Cancel
        </button>
        <SubmitButton className="btn" label="Save" busyLabel="Saving..." />
      </div>
    </Form>
  );
}
