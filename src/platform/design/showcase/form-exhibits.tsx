import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Field } from '../form/field.tsx';
import { FieldNote } from '../form/field-note.tsx';
import { Form } from '../form/form.tsx';
import { SubmitButton } from '../form/submit-button.tsx';
import { TextField } from '../form/text-field.tsx';
import { useUnsavedGuard } from '../form/use-unsaved-guard.tsx';
import { ValidatedForm } from '../form/validated-form.tsx';
import { Exhibit } from './exhibit.tsx';
import * as css from './showcase.module.css';

/** Fields and forms. */
export function FormExhibits() {
  return (
    <>
      <Exhibit name="Field, FieldNote" file="form/field.tsx" classes="field · label · input · hint · err">
        <Field label="With a hint" hint="What is expected here.">
          {(its) => <input {...its} />}
        </Field>
        <Field label="With an error" error="Required">
          {(its) => <textarea {...its} />}
        </Field>
        <Field label="A choice" optional>
          {(its) => (
            <select {...its}>
              <option>First</option>
              <option>Second</option>
            </select>
          )}
        </Field>
        <p className="label">A label without a field</p>
        <FieldNote id="showcase-note" error={undefined} hint="A note on its own." />
      </Exhibit>
      <Exhibit name="TextField" file="form/text-field.tsx" classes="field · with-after">
        <TextField label="Text field" error={undefined} placeholder="Placeholder" />
        <TextField label="Disabled" error={undefined} disabled defaultValue="Cannot be changed" />
      </Exhibit>
      <Exhibit name="Form, SubmitButton" file="form/form.tsx">
        <PlainForm />
      </Exhibit>
      <Exhibit name="ValidatedForm" file="form/validated-form.tsx">
        <FormWithRules />
      </Exhibit>
      <Exhibit name="useUnsavedGuard" file="form/use-unsaved-guard.tsx">
        <UnsavedQuestion />
      </Exhibit>
    </>
  );
}

function PlainForm() {
  const [pending, setPending] = useState(false);
  return (
    <Form
      className={css.scroller}
      pending={pending}
      error="The last submission failed."
      actions={<SubmitButton label="Submit" busyLabel="Submitting..." />}
      onSubmit={() => {
        setPending(true);
        setTimeout(() => setPending(false), 2_000);
      }}
    >
      <TextField label="Name" error={undefined} name="name" />
    </Form>
  );
}

function FormWithRules() {
  const form = useForm({ defaultValues: { title: '' } });
  return (
    <ValidatedForm
      form={form}
      pending={false}
      error={null}
      fields={['title']}
      explain={({ message }) => message}
      actions={<SubmitButton label="Validate" busyLabel="Validating..." />}
      onSubmit={() => {}}
    >
      <TextField
        label="Title"
        error={form.formState.errors.title?.message}
        {...form.register('title', { required: 'Required' })}
      />
    </ValidatedForm>
  );
}

function UnsavedQuestion() {
  const { ask, dialog } = useUnsavedGuard(false);
  return (
    <>
      <button type="button" className="btn line" onClick={() => ask(true, () => {})}>
        Leave with unsaved changes
      </button>
      {dialog}
    </>
  );
}
