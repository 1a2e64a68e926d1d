import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '#platform/design/class-names.ts';
import * as css from './hero.module.css';
import { SkyDisc, WaterDisc } from './hero-discs.tsx';

interface HeroProps {
  title: string;
  /**
   * Set when this hero replaces another one. Its headline then takes the focus, and is announced with its
   * description.
   */
  arrived?: { describedBy: string };
  /** Reduces the sky, so that the content in the water is visible. */
  low?: boolean;
  children: ReactNode;
}

/** The landing page's headline above its reflection in the water, in front of a setting disc. */
export function Hero({ title, arrived, low, children }: HeroProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const takesFocus = arrived !== undefined;
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  // Letters with descenders would overlap the water.
  const line = /[gjpqyJQ,;]/.test(title) ? css.line : `${css.line} ${css.onWater}`;
  return (
    <section className={classNames(css.hero, low && css.lowSky)} data-part="landing-hero">
      <div className={css.skyHalf}>
        <SkyDisc />
        <div className="wrap">
          <h1
            ref={heading}
            className={line}
            tabIndex={takesFocus ? -1 : undefined}
            aria-describedby={arrived?.describedBy}
          >
            {title}
          </h1>
        </div>
      </div>
      <div className={css.waterHalf}>
        <WaterDisc />
        <div className="wrap">
          <div className={css.mirror} aria-hidden="true">
            <span className={line}>{title}</span>
          </div>
          <div className={css.content}>{children}</div>
        </div>
      </div>
    </section>
  );
}
