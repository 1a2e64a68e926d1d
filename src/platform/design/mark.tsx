import { classNames } from './class-names.ts';

/** Five slices of the disc's reflection. */
const REFLECTION = [
  'M-1.8 2.9Q2 1.3 19.6 1.3H36.3Q53.9 1.3 57.7 2.9Q53.9 4.5 36.3 4.5H19.6Q2 4.5 -1.8 2.9Z',
  'M-0.4 8.7Q3 7.3 20.1 7.3H36.1Q53.2 7.3 56.6 8.7Q53.2 10.1 36.1 10.1H20.1Q3 10.1 -0.4 8.7Z',
  'M1.7 14.6Q4.7 13.3 20.4 13.3H35Q50.7 13.3 53.6 14.6Q50.7 15.8 35 15.8H20.4Q4.7 15.8 1.7 14.6Z',
  'M6.5 20.4Q9 19.3 22.1 19.3H34.4Q47.5 19.3 50 20.4Q47.5 21.4 34.4 21.4H22.1Q9 21.4 6.5 20.4Z',
  'M12.9 26.2Q15 25.3 23.4 25.3H31.6Q40 25.3 42.1 26.2Q40 27.1 31.6 27.1H23.4Q15 27.1 12.9 26.2Z',
].join('');

/** A disc on the horizon and its reflection; `sun`: in the sun's color. */
export function Mark({ sun = false, className }: { sun?: boolean; className?: string }) {
  return (
    <svg className={classNames('mark', sun && 'sun', className)} viewBox="-4 -2 68 66" aria-hidden="true">
      <path className="d" d="M2 31a28 28 0 0 1 56 0Z" />
      <path className="w" d="M-4 31H64" />
      <g transform="translate(2 32.500)">
        <path className="s" d={REFLECTION} />
      </g>
    </svg>
  );
}
