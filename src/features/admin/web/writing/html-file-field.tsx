import { useState } from 'react';
import { MAX_WRITING } from '#features/catalogue/contract/writing-calls.ts';
import { Icon } from '#platform/design/icon.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import * as css from './writing-page.module.css';

const MAX_CHARACTERS = MAX_WRITING.exercise;
/** Maximum bytes of one character in UTF-8. */
const MAX_LETTER_BYTES = 4;

/** Reads a chosen HTML file. Throws an error for people. */
export async function readHtmlFile(file: Pick<File, 'size' | 'arrayBuffer'>): Promise<string> {
  if (file.size === 0) throw new Error('This file is empty.');
  const tooLong = `This file is too long: at most ${MAX_CHARACTERS.toLocaleString('en')} characters.`;
  if (file.size > MAX_CHARACTERS * MAX_LETTER_BYTES) throw new Error(tooLong);
  const bytes = await file.arrayBuffer();
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('This file is not UTF-8 text. Choose an HTML file that is saved as UTF-8.');
  }
  if (text.includes('\0')) throw new Error('This file is no text. Choose an HTML file.');
  if (text.length > MAX_CHARACTERS) throw new Error(tooLong);
  return text;
}

/** Inserts the content of one HTML file into the field. */
export function HtmlFileField({ onText }: { onText(text: string): void }) {
  const [error, setError] = useState<string | null>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    setError(null);
    try {
      onText(await readHtmlFile(file));
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'This file could not be read.');
    }
  };
  return (
    <div className={css.tools}>
      <label className={`btn line sm ${css.chooseFile}`}>
        <Icon name="plus" />
        Choose an HTML file
        <input
          className="sr"
          type="file"
          accept=".html,.htm,text/html"
          onChange={(event) => {
            void read(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
      <span className={`meta ${css.keys}`}>
        One file with everything in it, at most {MAX_CHARACTERS.toLocaleString('en')} characters
      </span>
      {error === null ? null : <ErrorNote role="alert">{error}</ErrorNote>}
    </div>
  );
}
