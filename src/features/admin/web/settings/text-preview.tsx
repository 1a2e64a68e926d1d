import { useDeferredValue } from 'react';
import { useNames } from '#features/settings/web/texts/page-texts.ts';
import { RichText } from '#features/settings/web/texts/rich-text.tsx';
import * as css from './text-preview.module.css';

/** Explains the markup of a text, and previews it. */
export function TextPreview({ text }: { text: string }) {
  const names = useNames();
  return (
    <>
      <p className="hint">
        Leave an empty line between paragraphs. Begin a heading with <code>## </code>
        {' and a list item with '}
        <code>- </code>. Write <code>**bold**</code> and <code>[a link](/about)</code>.{' '}
        <code>{'{title}'}</code> and <code>{'{email}'}</code> stand for the site’s name and the contact
        address, <code>{'{price}'}</code> and <code>{'{period}'}</code> for what a subscription costs and how
        often.
      </p>
      <details className={css.preview} data-part="text-preview">
        <summary>Preview</summary>
        <div className={css.text}>
          <RichText text={useDeferredValue(text)} names={names} level={3} />
        </div>
      </details>
    </>
  );
}
