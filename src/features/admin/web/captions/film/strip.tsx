import { memo } from 'react';
import type { Line } from '../lines/caption-lines.ts';
import { tenths } from '../lines/time-field.ts';
import { type Film, seekFilm, useFilmTime } from './film-time.ts';
import * as css from './strip.module.css';

interface StripProps {
  film: Film;
  lines: readonly Line[];
  open: number | null;
}

/** Shows the captions on a timeline. A press seeks; keyboards use the list and the film instead. */
export function Strip({ film, lines, open }: StripProps) {
  const last = lines.reduce((latest, { end }) => Math.max(latest, end ?? 0), 0);
  const length = film.duration || last;
  if (length === 0) return null;
  return (
    <div
      className={css.strip}
      aria-hidden="true"
      onClick={({ currentTarget, clientX }) => {
        const { left, width } = currentTarget.getBoundingClientRect();
        seekFilm(film.element, ((clientX - left) / width) * length);
      }}
    >
      <svg>
        <Bars lines={lines} open={open} length={length} />
        <Needle film={film} length={length} />
      </svg>
    </div>
  );
}

const percent = (part: number, whole: number) => `${Math.min(100, (part / whole) * 100).toFixed(3)}%`;

const Bars = memo(({ lines, open, length }: Omit<StripProps, 'film'> & { length: number }) => (
  <>
    {lines.map(({ key, start, end }) =>
      start === null || end === null || end <= start ? null : (
        <rect
          key={key}
          className={key === open ? css.openBar : css.closedBar}
          x={percent(start, length)}
          width={percent(end - start, length)}
          y="10"
          height="22"
          rx="4"
        />
      ),
    )}
  </>
));

function Needle({ film, length }: { film: Film; length: number }) {
  const time = useFilmTime(film);
  const at = percent(time, length);
  return (
    <>
      <line className={css.needle} x1={at} x2={at} y1="0" y2="42" />
      <text x="0" y="58">
        0:00
      </text>
      <text x="100%" y="58" textAnchor="end">
        {tenths(length)}
      </text>
    </>
  );
}
