import * as css from './health.module.css';

/** Shapes and words carry the state; colors only repeat it. */
const STATES = {
  serious: { path: 'M12 4.5 21 19.5H3ZM12 10v4.5M12 16.9v.1', words: 'Urgent: ', className: css.serious },
  advice: {
    path: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0ZM12 7.8v5M12 16.1v.1',
    words: 'Needs you: ',
    className: css.advice,
  },
  well: {
    path: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0ZM8.2 12.3l2.7 2.7 5-5.4',
    words: 'Well: ',
    className: css.fine,
  },
};

/** The sign of a state, with words for those who hear it. */
export function HealthIcon({ state }: { state: keyof typeof STATES }) {
  const { path, words, className } = STATES[state];
  return (
    <span>
      <svg className={`i ${className}`} viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
      <span className="sr">{words}</span>
    </span>
  );
}
