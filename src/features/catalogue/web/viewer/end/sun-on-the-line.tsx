import * as css from './wave-end.module.css';

/** Waves of light under the sun, on a plane of 104 by 56 units. */
const LIGHT = [
  'M-2.8 4.3Q2.9 1.9 35 1.9H64.9Q96.9 1.9 102.6 4.3Q96.9 6.7 64.9 6.7H35Q2.9 6.7 -2.8 4.3Z',
  'M-1 13Q4.2 10.8 35.6 10.8H64.7Q96 10.8 101.2 13Q96 15.2 64.7 15.2H35.6Q4.2 15.2 -1 13Z',
  'M1.5 21.7Q6.2 19.7 35.8 19.7H63.3Q92.9 19.7 97.6 21.7Q92.9 23.6 63.3 23.6H35.8Q6.2 23.6 1.5 21.7Z',
  'M7.1 30.3Q11.3 28.6 38 28.6H62.7Q89.5 28.6 93.6 30.3Q89.5 32.1 62.7 32.1H38Q11.3 32.1 7.1 30.3Z',
  'M13.2 39Q16.8 37.5 39 37.5H59.5Q81.7 37.5 85.3 39Q81.7 40.5 59.5 40.5H39Q16.8 40.5 13.2 39Z',
  'M25.4 47.7Q28.5 46.4 42.8 46.4H56.5Q70.8 46.4 73.9 47.7Q70.8 48.9 56.5 48.9H42.8Q28.5 48.9 25.4 47.7Z',
].join('');

/** The sun, half under the line, and its light on the water. */
export function SunOnTheLine() {
  return (
    <>
      <span className={css.sunDisc} aria-hidden="true" />
      <svg className={css.sunLight} viewBox="-2 0 104 56" aria-hidden="true">
        <path fill="currentColor" d={LIGHT} />
      </svg>
    </>
  );
}
