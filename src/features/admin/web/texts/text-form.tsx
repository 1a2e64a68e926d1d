import { type FocusEvent, useEffect, useRef } from 'react';
import { groupTitle, type TextGroup } from '#features/settings/shared/text-groups.ts';
import { Form } from '#platform/design/form/form.tsx';
import { useDebounced } from '#platform/web/use-debounced.ts';
import { useDraft } from '../drafts/use-draft.ts';
import { useSaveKey } from '../keys/use-save-key.ts';
import { useReportTyped } from '../use-report-typed.ts';
import { SendTest } from './send-test.tsx';
import { TextField } from './text-field.tsx';
import { textProblem } from './text-form-schema.ts';
import { TextConflict, TextOffer } from './text-notes.tsx';
import { TextPreview } from './text-preview.tsx';
import { TextWords } from './text-words.tsx';
import * as css from './texts-page.module.css';
import { useTextValues } from './use-text-values.ts';

/** Pause in typing after which problems and the preview update, in ms. */
const REST = 300;

interface TextFormProps {
  group: TextGroup;
  /** Texts that differ from their defaults. */
  stored: ReadonlyMap<string, string>;
  onDirty(dirty: boolean): void;
}

/** Edits the texts of one page or mail, beside their preview. */
export function TextForm({ group, stored, onDirty }: TextFormProps) {
  const texts = useTextValues(group, stored);
  const { keys, values, setValues, saved, dirty, isPending } = texts;
  const settled = useDebounced(values, REST);
  const problems = Object.fromEntries(keys.map((key) => [key, textProblem(key, settled[key] ?? '')]));
  const isWrong = keys.some((key) => textProblem(key, values[key] ?? '') !== undefined);
  const fields = useRef<HTMLFormElement>(null);
  const draft = useDraft({
    form: `texts:${group.name}`,
    base: JSON.stringify(saved),
    saved,
    read: () => values,
  });
  const { changed } = draft;

  useReportTyped(dirty, onDirty);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft follows what is typed and saved
  useEffect(changed, [values, saved]);

  const save = () => {
    if (!dirty) return;
    if (isWrong) fields.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    else texts.save();
  };
  useSaveKey(save, isPending);
  const reset = () => {
    if (isPending) return;
    draft.putAside();
    texts.reset();
  };
  const { preview } = group;
  return (
    <>
      <Form
        ref={fields}
        className={`admin-form ${css.form}`}
        aria-labelledby="text-form"
        noValidate
        pending={isPending}
        error={null}
        onSubmit={save}
        onFocus={rememberField}
      >
        <h2 id="text-form">{groupTitle(group)}</h2>
        <p className={`hint ${css.about}`}>{group.about}</p>
        <TextOffer group={group} texts={texts} draft={draft} form={fields} />
        {group.fields.map(({ key, label }) => (
          <TextField
            key={key}
            name={key}
            label={label}
            value={values[key] ?? ''}
            problem={problems[key]}
            onChange={(value) => setValues((all) => ({ ...all, [key]: value }))}
          />
        ))}
        <TextWords group={group} form={fields} />
        {texts.conflict ? <TextConflict texts={texts} draft={draft} /> : null}
        <div className={css.actions}>
          <button
            className="btn quiet sm"
            type="button"
            aria-disabled={(!texts.isChanged && !dirty) || isPending || undefined}
            onClick={reset}
          >
            Reset to default
          </button>
          <div className="row">
            {preview.is === 'mail' ? <SendTest name={preview.name} values={values} /> : null}
            <button className="btn" type="submit" aria-disabled={!dirty || isWrong || isPending || undefined}>
              {isPending ? 'Saving...' : 'Save'}
            </button>
          </div>
        </div>
        {draft.status === 'no-room' ? (
          <p className="meta">This browser has no room for a draft. Save soon.</p>
        ) : null}
      </Form>
      <TextPreview group={group} values={settled} isSaved={!dirty} />
    </>
  );
}

/** Marks the focused field, into which word buttons insert. */
function rememberField({ target, currentTarget }: FocusEvent<HTMLFormElement>): void {
  if (!target.matches('input, textarea')) return;
  for (const field of currentTarget.querySelectorAll<HTMLElement>('[data-last]')) delete field.dataset.last;
  target.dataset.last = '';
}
