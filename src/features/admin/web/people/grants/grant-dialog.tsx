import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { MAX_REASON } from '#features/people/contract/calls.ts';
import type { PersonDetails } from '#features/people/contract/schemas.ts';
import { Dialog } from '#platform/design/dialog/dialog.tsx';
import { Field } from '#platform/design/form/field.tsx';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { ValidatedForm } from '#platform/design/form/validated-form.tsx';
import { failureText } from '#platform/web/api-error.ts';
import { dayAfterMonths, endOfDay } from '../../days.ts';
import type { GrantCalls } from '../use-grant-calls.ts';

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');

/** Returns the form's initial values: one year, without a reason. */
const newGrant = () => ({ endsAt: dayAfterMonths(12), reason: '' });

/** Asks for the end and the reason of a person's access to everything. */
export function GrantDialog({ person, grant }: { person: PersonDetails; grant: GrantCalls['grant'] }) {
  const [isOpen, setOpen] = useState(false);
  // Here, so that the typed values survive Escape.
  const form = useForm({ defaultValues: newGrant() });
  const close = () => {
    setOpen(false);
    // The result of a running call belongs to the typed values.
    if (!grant.isPending) grant.reset();
  };
  return (
    <>
      <button
        type="button"
        className="btn"
        aria-disabled={grant.isPending || undefined}
        onClick={() => grant.isPending || setOpen(true)}
      >
        Grant access
      </button>
      <Dialog open={isOpen} onClose={close} title={`Grant access to ${person.name ?? person.email ?? ''}`}>
        <GrantForm
          person={person}
          grant={grant}
          form={form}
          onClose={close}
          onGranted={() => {
            close();
            form.reset(newGrant());
          }}
        />
      </Dialog>
    </>
  );
}

interface GrantFormProps {
  person: PersonDetails;
  grant: GrantCalls['grant'];
  form: UseFormReturn<ReturnType<typeof newGrant>>;
  onClose(): void;
  onGranted(): void;
}

function GrantForm({ person, grant, form, onClose, onGranted }: GrantFormProps) {
  const { errors } = form.formState;
  const isYear = form.watch('endsAt') === dayAfterMonths(12);
  const { ref, ...reason } = form.register('reason', {
    validate: (text) => text.trim() !== '' || 'Write a reason',
  });
  return (
    <ValidatedForm
      className="dialog-form"
      form={form}
      pending={grant.isPending}
      error={grant.error}
      fields={['endsAt', 'reason']}
      explain={(failure) => failureText(failure, 'The access was not granted. Please try again.')}
      onSubmit={({ endsAt, reason }) =>
        grant.mutate({ endsAt: endOfDay(endsAt) ?? '', reason: reason.trim() }, { onSuccess: onGranted })
      }
      actions={
        <div className="row end">
          <button className="btn line" type="button" onClick={onClose}>
            Cancel
          </button>
          <SubmitButton label="Grant access" busyLabel="One moment..." className="btn" />
        </div>
      }
    >
      <p>
        {person.kind === 'account'
          ? `${person.name} can open everything until the end of the day you choose. `
          : 'This waits until an account confirms the address. Anybody can enter an address, so it opens ' +
            'nothing. '}
        This does not touch a payment.
      </p>
      <Field
        label="Until"
        error={errors.endsAt?.message}
        hint={`In ${zone()}.${isYear ? ' One year from today.' : ''}`}
      >
        {(its) => (
          <input
            {...its}
            type="date"
            min={dayAfterMonths(0)}
            {...form.register('endsAt', {
              validate: (day) => endOfDay(day) !== null || 'Choose a day',
            })}
          />
        )}
      </Field>
      <Field
        label="Reason"
        error={errors.reason?.message}
        hint="It is in the log, and in their own copy of their data."
      >
        {(its) => (
          <input
            {...its}
            type="text"
            maxLength={MAX_REASON}
            autoComplete="off"
            {...reason}
            ref={(element) => {
              // React does not render the attribute, by which a dialog chooses its focus.
              element?.setAttribute('autofocus', '');
              ref(element);
            }}
          />
        )}
      </Field>
    </ValidatedForm>
  );
}
