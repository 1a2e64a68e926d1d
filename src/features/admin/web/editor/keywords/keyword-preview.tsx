import * as css from '../item-editor.module.css';
import { keywordsOf } from './keywords.ts';

/** Shows typed keywords in the form in which they will be saved. */
export function KeywordPreview({ text }: { text: string }) {
  const keywords = keywordsOf(text);
  if (keywords.length === 0) return null;
  return (
    <ul className={`chips ${css.keywordPreview}`} aria-label="Keywords that will be saved">
      {keywords.map((keyword) => (
        <li key={keyword} className="badge plain">
          {keyword}
        </li>
      ))}
    </ul>
  );
}
