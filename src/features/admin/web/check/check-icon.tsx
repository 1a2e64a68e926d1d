import type { Check } from '#features/catalogue/contract/check-endpoints.ts';
import * as css from './check-page.module.css';

/** Shapes and words carry the level; colors only repeat it. */
const LEVELS: Record<Check['level'], { path: string; words: string; className: string }> = {
  must: {
    path: 'M12 4.5 21 19.5H3ZM12 10v4.5M12 16.9v.1',
    words: '',
    className: css.must,
  },
  advice: {
    path: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0ZM12 7.8v5M12 16.1v.1',
    words: 'Advice: ',
    className: css.advice,
  },
  fine: {
    path: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0ZM8.2 12.3l2.7 2.7 5-5.4',
    words: 'In order: ',
    className: css.fine,
  },
};

/** The sign of a check's level, with words for those who hear it. */
export function CheckIcon({ level }: { level: Check['level'] }) {
  const { path, words, className } = LEVELS[level];
  return (
    <span>
      <svg className={`i ${className}`} viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
      <span className="sr">{words}</span>
    </span>
  );
}
