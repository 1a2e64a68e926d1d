import { insertInto, selectionOf } from '../writing/source-field.tsx';
import * as css from './texts-page.module.css';

interface WordChipsProps {
  form: { current: HTMLFormElement | null };
  words: readonly { name: string; about: string; inSubject: boolean }[];
  notes: readonly string[];
}

/** Buttons that insert words in braces into the last focused field, at its cursor. */
export function WordChips({ form, words, notes }: WordChipsProps) {
  const putIn = ({ name, inSubject }: WordChipsProps['words'][number]) => {
    const fields = [...(form.current?.querySelectorAll<HTMLTextAreaElement>('input, textarea') ?? [])];
    const long = fields.findLast((field) => field.tagName === 'TEXTAREA');
    const last = fields.find((field) => field.dataset.last !== undefined);
    const target = last && (inSubject || last.tagName === 'TEXTAREA') ? last : long;
    if (!target) return;
    const { start, end } = selectionOf(target);
    const word = `{${name}}`;
    const after = start + word.length;
    insertInto(target, { from: start, to: end, insert: word, start: after, end: after });
  };
  return (
    <fieldset className={css.words}>
      <legend>Put in</legend>
      <div className={css.chips}>
        {words.map((word) => (
          <button
            key={word.name}
            type="button"
            className="chip"
            title={word.about}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => putIn(word)}
          >
            {`{${word.name}}`}
            <span className="sr">: {word.about}</span>
          </button>
        ))}
      </div>
      {notes.map((note) => (
        <p key={note} className="hint">
          {note}
        </p>
      ))}
    </fieldset>
  );
}
