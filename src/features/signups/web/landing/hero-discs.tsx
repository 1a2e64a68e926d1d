import * as css from './hero.module.css';

/** Height of the disc's center above the water line, in hundredths of its radius. */
const UP = 38;
const HALF_CHORD = (Math.sqrt(1 - (UP / 100) ** 2) * 100).toFixed(1);
/** Slices of the disc's reflection, one path each, generated once by the covers' generator. */
const SLICES = [
  'M-0.3 5.7Q8.9 1.9 71.2 1.9H128.6Q190.9 1.9 200.1 5.7Q190.9 9.6 128.6 9.6H71.2Q8.9 9.6 -0.3 5.7Z',
  'M-2.4 17.2Q6.3 13.5 70.7 13.5H129.6Q194 13.5 202.7 17.2Q194 20.9 129.6 20.9H70.7Q6.3 20.9 -2.4 17.2Z',
  'M-4.3 28.7Q4.1 25.2 69.6 25.2H129.4Q195 25.2 203.3 28.7Q195 32.1 129.4 32.1H69.6Q4.1 32.1 -4.3 28.7Z',
  'M-3.5 40.1Q4.4 36.8 70.4 36.8H130.4Q196.4 36.8 204.3 40.1Q196.4 43.4 130.4 43.4H70.4',
  'Q4.4 43.4 -3.5 40.1ZM-3.8 51.6Q3.7 48.5 69.4 48.5H129Q194.7 48.5 202.2 51.6Q194.7 54.7 129 54.7H69.4',
  'Q3.7 54.7 -3.8 51.6ZM-1.3 63.1Q5.8 60.1 70.4 60.1H128.8Q193.5 60.1 200.5 63.1Q193.5 66 128.8 66H70.4',
  'Q5.8 66 -1.3 63.1ZM0.8 74.5Q7.4 71.8 70.1 71.8H126.7Q189.4 71.8 196.1 74.5Q189.4 77.3 126.7 77.3',
  'H70.1Q7.4 77.3 0.8 74.5ZM8.2 86Q14.4 83.4 74.3 83.4H128.3Q188.2 83.4 194.3 86Q188.2 88.6 128.3 88.6',
  'H74.3Q14.4 88.6 8.2 86ZM14.8 97.4Q20.6 95 76.6 95H127.1Q183.1 95 188.9 97.4Q183.1 99.8 127.1 99.8',
  'H76.6Q20.6 99.8 14.8 97.4ZM18.8 108.9Q24.2 106.7 75 106.7H120.9Q171.7 106.7 177 108.9',
  'Q171.7 111.1 120.9 111.1H75Q24.2 111.1 18.8 108.9ZM33.9 120.4Q38.8 118.3 82.7 118.3H122.5',
  'Q166.4 118.3 171.3 120.4Q166.4 122.4 122.5 122.4H82.7Q38.8 122.4 33.9 120.4ZM46 131.8',
  'Q50.5 130 84.8 130H116.1Q150.4 130 154.9 131.8Q150.4 133.7 116.1 133.7H84.8Q50.5 133.7 46 131.8Z',
  'M65.8 143.3Q69.8 141.6 88 141.6H105.4Q123.6 141.6 127.6 143.3Q123.6 145 105.4 145H88',
  'Q69.8 145 65.8 143.3Z',
].join('');

/** The setting disc above the water line. */
export function SkyDisc() {
  return (
    <svg className={css.disc} viewBox={`0 0 200 ${100 + UP}`} aria-hidden="true">
      <defs>
        <linearGradient id="hero-sky-disc" x2="0" y2="1">
          <stop offset=".1" />
          <stop offset=".5" stopOpacity=".84" />
          <stop offset=".97" stopOpacity=".03" />
        </linearGradient>
      </defs>
      <path
        fill="url(#hero-sky-disc)"
        d={`M${100 - Number(HALF_CHORD)} ${100 + UP}A100 100 0 1 1 ${100 + Number(HALF_CHORD)} ${100 + UP}Z`}
      />
    </svg>
  );
}

/** The disc's reflection below the line. */
export function WaterDisc() {
  return (
    <svg className={css.disc} viewBox="0 0 200 150" aria-hidden="true">
      <defs>
        <linearGradient id="hero-water-disc" x2="0" y2="1">
          <stop offset="0" stopOpacity=".28" />
          <stop offset=".36" stopOpacity=".72" />
          <stop offset="1" stopOpacity=".16" />
        </linearGradient>
      </defs>
      <path fill="url(#hero-water-disc)" d={SLICES} />
    </svg>
  );
}
