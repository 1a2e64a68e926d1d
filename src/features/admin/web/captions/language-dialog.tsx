import { useState } from 'react';
import { Dialog } from '#platform/design/dialog/dialog.tsx';
import { Field } from '#platform/design/form/field.tsx';
import { canonicalLanguage, WRONG_LANGUAGE } from '#platform/text/language-tag.ts';
import { languageName } from '#platform/text/languages.ts';
import { KnownLanguages, LANGUAGE_INPUT } from '../editor/known-languages.tsx';

interface LanguageDialogProps {
  open: boolean;
  /** Tags in use. */
  taken: readonly string[];
  onClose(): void;
  onLanguage(tag: string): void;
}

/** Asks for another language of captions. */
export function LanguageDialog({ open, taken, onClose, onLanguage }: LanguageDialogProps) {
  const [tag, setTag] = useState('');
  const [isAsked, setAsked] = useState(false);
  const language = canonicalLanguage(tag.trim());
  const problem =
    language === null
      ? WRONG_LANGUAGE
      : taken.includes(language)
        ? `${languageName(language)} is there already.`
        : undefined;
  return (
    <Dialog open={open} onClose={onClose} title="Add language">
      <form
        className="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (language === null || problem !== undefined) return setAsked(true);
          onLanguage(language);
          setTag('');
          setAsked(false);
        }}
      >
        <Field
          label="Language"
          error={isAsked ? problem : undefined}
          hint={language === null ? 'A tag such as es or pt-BR.' : languageName(language)}
        >
          {(its) => (
            <input {...its} {...LANGUAGE_INPUT} value={tag} onChange={({ target }) => setTag(target.value)} />
          )}
        </Field>
        <KnownLanguages />
        <div className="row end">
          <button className="btn line" type="button" onClick={onClose}>
            Cancel
          </button>
          <button className="btn" type="submit">
            Add
          </button>
        </div>
      </form>
    </Dialog>
  );
}
