import { Fragment } from 'react';
import * as css from './marked-text.module.css';

/** Words as the server splits them: letters, digits, marks and apostrophes. */
const WORDS = /([\p{L}\p{N}\p{M}'’ʼ]+)/u;

interface MarkedTextProps {
  text: string;
  /** In lower case. */
  words: ReadonlySet<string>;
}

/** Shows a text with the matching words marked. */
export function MarkedText({ text, words }: MarkedTextProps) {
  return splitAtWords(text, words).map(({ part, marked }, index) => {
    const key = index; // The parts of a text never change their order.
    if (!marked) return <Fragment key={key}>{part}</Fragment>;
    return (
      <mark key={key} className={css.match}>
        {part}
      </mark>
    );
  });
}

/** Splits a text into marked and unmarked parts. Joined, they are the text again. */
export function splitAtWords(text: string, words: ReadonlySet<string>): { part: string; marked: boolean }[] {
  const parts: { part: string; marked: boolean }[] = [];
  for (const part of text.split(WORDS)) {
    if (part === '') continue;
    const marked = words.has(part.toLowerCase());
    const previous = parts.at(-1);
    if (previous && !marked && !previous.marked) previous.part += part;
    else parts.push({ part, marked });
  }
  return parts;
}
