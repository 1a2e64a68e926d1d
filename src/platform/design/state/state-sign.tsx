/** By level: `serious` is urgent, `advice` can wait, `well` needs no action. */
const PATHS = {
  serious: 'M12 4.5 21 19.5H3ZM12 10v4.5M12 16.9v.1',
  advice: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0ZM12 7.8v5M12 16.1v.1',
  well: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0ZM8.2 12.3l2.7 2.7 5-5.4',
};

interface StateSignProps {
  level: keyof typeof PATHS;
  /** Announced instead of the icon, before the text beside it: 'Urgent: '. */
  words: string;
}

/** The icon of a state. Its shape and its label show the level; the color only repeats it. */
export const StateSign = ({ level, words }: StateSignProps) => (
  <span className="state-sign" data-level={level}>
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[level]} />
    </svg>
    <span className="sr">{words}</span>
  </span>
);
