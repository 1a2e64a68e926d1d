import { useMemo } from 'react';
import { markWords } from './mark-words.ts';
import * as css from './marked-words.module.css';

/** Merges two texts: added words are underlined, removed words are struck through. */
export function MarkedWords({ before, after }: { before: string; after: string }) {
  const marks = useMemo(() => markWords(before, after), [before, after]);
  return (
    <p className={css.marked}>
      {marks.map(({ kind, text }, index) => {
        const key = `${index} ${kind}`;
        if (kind === 'same') return <span key={key}>{text}</span>;
        return kind === 'added' ? (
          <ins key={key}>
            <span className="sr">added: </span>
            {text}
          </ins>
        ) : (
          <del key={key}>
            <span className="sr">taken out: </span>
            {text}
          </del>
        );
      })}
    </p>
  );
}
