import * as css from './charts.module.css';

/** Ids of the hatch patterns, which all charts of the page share. */
const BEFORE = 'usage-before';
const HALF = 'usage-half';

/** `before` and `half` have different hatch patterns, so that they are readable without color. */
type BarKind = 'solid' | 'before' | 'half' | 'outline';

interface BarProps {
  kind: BarKind;
  x: string | number;
  y: number;
  width: string | number;
  height: number;
  opacity?: number;
}

export function Bar({ kind, ...box }: BarProps) {
  const fill = kind === 'before' ? `url(#${BEFORE})` : kind === 'half' ? `url(#${HALF})` : undefined;
  const className = { solid: css.solid, before: css.before, half: css.half, outline: css.outline }[kind];
  return <rect className={className} fill={fill} {...box} />;
}

/** The hatch patterns of the page's charts. */
export function Hatchings() {
  return (
    <svg className={css.hatchings} width="0" height="0" aria-hidden="true">
      <defs>
        <pattern id={BEFORE} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className={css.hatch} d="M0 0V5" opacity=".55" />
        </pattern>
        <pattern id={HALF} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className={css.hatch} d="M0 0V6" />
        </pattern>
      </defs>
    </svg>
  );
}

/** Marks with their names. */
export const Legend = ({ marks }: { marks: readonly (readonly [BarKind, string])[] }) => (
  <>
    {marks.map(([kind, name]) => (
      <span key={kind}>
        <svg viewBox="0 0 24 12" aria-hidden="true">
          <Bar kind={kind} x={0.5} y={0.5} width={23} height={11} />
        </svg>
        {name}
      </span>
    ))}
  </>
);

/** Returns the width of a bar in percent of the longest one; for `few`, a stub in px. */
export const barWidth = (count: number | 'few', longest: number, percent = 100): string | number =>
  count === 'few' ? FEW : `${longest === 0 ? 0 : (count / longest) * percent}%`;

/** Returns the height of a bar in px; for `few`, a stub. */
export const barHeight = (count: number | 'few', longest: number, px: number): number =>
  count === 'few' ? FEW : longest === 0 ? 0 : (count / longest) * px;

/** Length of the stub for `few`, in px. It is constant, so that it reveals no number. */
const FEW = 5;
