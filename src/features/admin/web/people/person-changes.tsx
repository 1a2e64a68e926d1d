import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { MAX_USERNAME } from '#features/accounts/shared/username-length.ts';
import type { PersonDetails } from '#features/people/contract/schemas.ts';
import { Field } from '#platform/design/form/field.tsx';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { useUnsavedGuard } from '#platform/design/form/use-unsaved-guard.tsx';
import { ValidatedForm } from '#platform/design/form/validated-form.tsx';
import { failureText } from '#platform/web/api-error.ts';
import * as css from '../record.module.css';
import { useReportTyped } from '../use-report-typed.ts';
import type { GrantCalls } from './use-grant-calls.ts';

/** Changes that are possible for an account. */
export function Changes({ person, calls }: { person: PersonDetails; calls: GrantCalls }) {
  const [isTyped, setTyped] = useState(false);
  const { dialog } = useUnsavedGuard(isTyped);
  return (
    <section className={css.section} aria-labelledby="change-title">
      <h2 id="change-title">Change</h2>
      {/* A new name resets the form. */}
      <RenameForm key={person.name} name={person.name ?? ''} rename={calls.rename} onTyped={setTyped} />
      {dialog}
    </section>
  );
}

interface RenameFormProps {
  name: string;
  rename: GrantCalls['rename'];
  onTyped(typed: boolean): void;
}

function RenameForm({ name, rename, onTyped }: RenameFormProps) {
  const form = useForm({ defaultValues: { name } });
  useReportTyped(form.formState.isDirty, onTyped);
  return (
    <ValidatedForm
      form={form}
      pending={rename.isPending}
      error={rename.variables?.isUndo ? null : rename.error}
      fields={['name']}
      explain={(failure) => failureText(failure, 'The name was not changed. Please try again.')}
      onSubmit={({ name: to }) => {
        if (to.trim() !== name) rename.mutate({ from: name, to: to.trim() });
      }}
      actions={
        <div className={`row ${css.below}`}>
          <SubmitButton label="Save name" busyLabel="One moment..." className="btn line sm" />
        </div>
      }
    >
      <Field label="Name" error={form.formState.errors.name?.message} hint="They log in with it.">
        {(its) => (
          <input
            {...its}
            type="text"
            maxLength={MAX_USERNAME}
            autoComplete="off"
            {...form.register('name')}
          />
        )}
      </Field>
    </ValidatedForm>
  );
}
