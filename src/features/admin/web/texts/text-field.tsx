import { defaultOf, knownSetting } from '#features/settings/shared/known-settings.ts';
import { Field } from '#platform/design/form/field.tsx';
import { TextHistory } from './text-history.tsx';
import * as css from './texts-page.module.css';

interface TextFieldProps {
  /** The setting's key. */
  name: string;
  label: string;
  value: string;
  problem: string | undefined;
  onChange(value: string): void;
}

/** Maximum length of a default that is shown below its field, in characters. */
const SHORT = 160;

/** The field of one text, with its length and default. */
export function TextField({ name, label, value, problem, onChange }: TextFieldProps) {
  const known = knownSetting(name);
  const max = known?.max ?? 0;
  const isLong = known?.multiline === true;
  const rows = isLong ? Math.min(24, Math.max(6, value.split('\n').length + 3)) : max > 150 ? 3 : 1;
  const hint = `${value.length.toLocaleString('en')} of at most ${max.toLocaleString('en')} characters.`;
  return (
    <div className={css.field}>
      <Field label={label} {...(problem === undefined ? {} : { error: problem })} hint={hint}>
        {(its) =>
          isLong || rows > 1 ? (
            <textarea
              {...its}
              name={name}
              rows={rows}
              value={value}
              // In a single-line text, a pasted line break becomes a space.
              onChange={(event) =>
                onChange(isLong ? event.target.value : event.target.value.replaceAll('\n', ' '))
              }
            />
          ) : (
            <input {...its} name={name} value={value} onChange={(event) => onChange(event.target.value)} />
          )
        }
      </Field>
      {value.trim() === defaultOf(name) ? null : <Default text={defaultOf(name)} />}
      <TextHistory name={name} label={label} />
    </div>
  );
}

function Default({ text }: { text: string }) {
  if (text === '') return <p className="hint">Default: nothing.</p>;
  if (text.length <= SHORT && !text.includes('\n')) return <p className="hint">Default: “{text}”</p>;
  return (
    <details className={css.defaultText}>
      <summary>Default</summary>
      <p className="hint">{text}</p>
    </details>
  );
}
