import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';

/*
 * npm run fonts: makes the site's fonts and their sheet from the complete fonts in @fontsource-variable. The
 * first file of each font has the characters of the site's texts and of western European names. Two further
 * files have the other letters of the Latin alphabets, and rarer capitals and signs. A browser fetches them
 * only for a page that needs them.
 */

const ROOT = join(import.meta.dirname, '..');
const SOURCES = join(ROOT, 'node_modules/@fontsource-variable');
const TARGET = join(ROOT, 'src/platform/design');

const between = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));

const CORE = `${between(0x20, 0x7e)}\u00a0©·×ßàáâãäåæçèéêëìíîïñòóôõöøùúûüÿœÄÉÖØÜ–—‘’“”…→−`;

/**
 * Features to keep: kerning, marks, figures. Nothing uses small capitals, fractions and similar features, and
 * ligatures alone would enlarge the titles' font by an eighth.
 */
const FEATURES = ['kern', 'ccmp', 'locl', 'mark', 'mkmk', 'lnum'];

interface Face {
  name: string;
  family: string;
  style: 'normal' | 'italic';
  /** Weights that the design uses; see tokens.css. */
  weights: [number, number];
  /** Range of optical sizes. Titles and intro lines begin at 18 px. */
  opticalSizes?: [number, number];
  /** File name in @fontsource-variable, with `*` for the alphabet. */
  source: string;
}

const FACES: Face[] = [
  {
    name: 'literata',
    family: 'Literata Variable',
    style: 'normal',
    weights: [330, 420],
    opticalSizes: [18, 72],
    source: 'literata/files/literata-*-opsz-normal.woff2',
  },
  {
    name: 'literata-italic',
    family: 'Literata Variable',
    style: 'italic',
    weights: [400, 400],
    source: 'literata/files/literata-*-wght-italic.woff2',
  },
  {
    name: 'hanken-grotesk',
    family: 'Hanken Grotesk Variable',
    style: 'normal',
    weights: [400, 700],
    source: 'hanken-grotesk/files/hanken-grotesk-*-wght-normal.woff2',
  },
];

const axis = ([min, max]: [number, number]) => (min === max ? min : { min, max });

const inRanges = (ranges: string) =>
  ranges.split(',').flatMap((range) => {
    const [first = 0, last = first] = range
      .slice(2)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return [...between(first, last)];
  });

function asRanges(text: string): string {
  const points = [...text].map((character) => character.codePointAt(0) as number).sort((a, b) => a - b);
  const ranges: [number, number][] = [];
  for (const point of points) {
    const last = ranges.at(-1);
    if (last && point <= last[1] + 1) last[1] = point;
    else ranges.push([point, point]);
  }
  const hex = (point: number) => point.toString(16).toUpperCase();
  return ranges.map(([a, b]) => (a === b ? `U+${hex(a)}` : `U+${hex(a)}-${hex(b)}`)).join(', ');
}

/** Breaks a list of ranges into lines of at most 110 characters. */
const wrapped = (ranges: string) => ranges.replaceAll(/(.{1,100})(, |$)/g, '      $1,\n').replace(/,\n$/, '');

const rules: string[] = [];
for (const face of FACES) {
  const [family = ''] = face.source.split('/');
  const unicode = JSON.parse(await readFile(join(SOURCES, family, 'unicode.json'), 'utf8')) as Record<
    'latin' | 'latin-ext',
    string
  >;
  const latin = inRanges(unicode.latin).filter((character) => !CORE.includes(character));
  const extended = inRanges(unicode['latin-ext']).filter((character) => !latin.includes(character));
  const parts = [
    { name: face.name, alphabet: 'latin', text: CORE },
    { name: `${face.name}-latin`, alphabet: 'latin', text: latin.join('') },
    { name: `${face.name}-latin-ext`, alphabet: 'latin-ext', text: extended.join('') },
  ];
  for (const { name, alphabet, text } of parts) {
    const whole = await readFile(join(SOURCES, face.source.replace('*', alphabet)));
    const font = await subsetFont(whole, text, {
      targetFormat: 'woff2',
      noHinting: true,
      keepFeatures: face.name === 'hanken-grotesk' ? [...FEATURES, 'tnum'] : FEATURES,
      variationAxes: {
        wght: axis(face.weights),
        ...(face.opticalSizes ? { opsz: axis(face.opticalSizes) } : {}),
      },
    });
    await writeFile(join(TARGET, 'fonts', `${name}.woff2`), font);
    console.log(`${name}.woff2: ${font.length} bytes`);
    const weight = face.weights[0] === face.weights[1] ? face.weights[0] : face.weights.join(' ');
    rules.push(
      [
        '  @font-face {',
        `    font-family: '${face.family}';`,
        `    src: url('./fonts/${name}.woff2') format('woff2');`,
        `    font-weight: ${weight};`,
        ...(face.style === 'italic' ? ['    font-style: italic;'] : []),
        '    font-display: swap;',
        '    unicode-range:',
        `${wrapped(asRanges(text))};`,
        '  }',
      ].join('\n'),
    );
  }
}
await writeFile(
  join(TARGET, 'fonts.css'),
  `/* Made by scripts/make-fonts.ts. Literata and Hanken Grotesk have the SIL Open Font License:
   fonts/OFL-*.txt.    \`swap\`: a late font is shown when it arrives. Until then
   font-stand-ins.css has fonts of the same width and height, so that no text moves. */
@layer tokens {
${rules.join('\n')}
}
`,
);
