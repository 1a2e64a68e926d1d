import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Screen } from '../../e2e/screens/screen.ts';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const pictureName = (name: string, width: number, theme: string) => `${name}-${width}-${theme}.png`;
const PICTURE = /^(.+)-(\d+)-(light|dark)\.png$/;

interface Sheet {
  screens: readonly Screen[];
  /** Names of the pictures in the page's folder. */
  taken: ReadonlySet<string>;
  /** Folder of older pictures to compare with, and their names. */
  beside: string | undefined;
  besides: ReadonlySet<string>;
}

/** Makes one page with every picture, by group and screen, with filters by name, width and theme. */
export function contactSheet({ screens, taken, beside, besides }: Sheet): string {
  const groups = Map.groupBy(screens, ({ group }) => group);
  const sections = [...groups].map(([group, members]) => {
    const rows = members.map((screen) => rowOf(screen, taken, beside, besides)).join('');
    return rows && `<section><h2>${group}</h2>${rows}</section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every screen</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<style>${STYLE}</style>
<header><h1>Every screen</h1><label>Name <input id="name" type="search"></label>
<label>Width <select id="width"><option value="">all<option>390<option>768<option>1440</select></label>
<label>Theme <select id="theme"><option value="">both<option>light<option>dark</select></label></header>
<main>${sections.join('')}</main><script>${SCRIPT}</script></html>
`;
}

function rowOf(
  { name, who }: Screen,
  taken: Sheet['taken'],
  beside: string | undefined,
  besides: Sheet['besides'],
) {
  const own = [...taken].flatMap((file) => {
    const [, of, width = '', theme = ''] = PICTURE.exec(file) ?? [];
    return of === name ? [{ file, width, theme }] : [];
  });
  if (own.length === 0) return '';
  own.sort((a, b) => Number(a.width) - Number(b.width) || b.theme.localeCompare(a.theme));
  const figures = own.map(({ file, width, theme }) => {
    const design =
      beside && besides.has(file)
        ? picture(pathToFileURL(join(beside, file)).href, `${name} as designed`, width)
        : '';
    return (
      `<figure data-width="${width}" data-theme="${theme}"><figcaption>${width} ` +
      `${theme}${design && ' · designed'}</figcaption>${picture(file, name, width)}${design}</figure>`
    );
  });
  return (
    `<article data-name="${name}"><h3>${name} ` +
    `<small>${who}</small></h3><div>${figures.join('')}</div></article>`
  );
}

const picture = (address: string, alt: string, width: string) =>
  `<a href="${address}"><img loading="lazy" alt="${alt}" src="${address}" style="--of:${width}"></a>`;

const STYLE = `
  body { font: 14px/1.4 system-ui; margin: 0 }
  header {
    position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 1rem; align-items: center;
    padding: .5rem 1rem; background: Canvas; border-bottom: 1px solid GrayText;
  }
  h1 { font-size: 1rem; margin: 0 }
  main { padding: 0 1rem }
  article > div { display: flex; gap: 1rem; overflow-x: auto; align-items: start }
  figure { margin: 0; flex: none }
  figcaption { color: GrayText }
  img {
    width: calc(var(--of) * .3px); min-width: 160px; max-height: 640px; object-fit: cover;
    object-position: top; border: 1px solid GrayText;
  }
  small { font-weight: 400; color: GrayText }
  figure a + a { margin-left: 4px }
  [hidden] { display: none }`;
const SCRIPT = `
  const [name, width, theme] = ['name', 'width', 'theme'].map((id) => document.getElementById(id));
  function filter() {
    for (const article of document.querySelectorAll('article')) {
      article.hidden = !article.dataset.name.includes(name.value.trim().toLowerCase());
      for (const figure of article.querySelectorAll('figure')) {
        const isOther = (control, value) => control.value !== '' && value !== control.value;
        figure.hidden = isOther(width, figure.dataset.width) || isOther(theme, figure.dataset.theme);
      }
    }
  }
  for (const control of [name, width, theme]) control.addEventListener('input', filter);`;
