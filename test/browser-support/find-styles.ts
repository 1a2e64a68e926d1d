import { type Finding, LACKING } from './support-data.ts';

/**
 * Finds properties, values, at-rules, selectors and functions of a built sheet that a supported browser
 * lacks.
 */
export function findLackingStyles(sheet: string): Finding[] {
  const found = new Map<string, string[]>();
  const note = (name: string, key: string) => {
    // A property also written with a prefix counts as the prefixed one.
    const lacking = sheet.includes(`-webkit-${name.replace(/:.*/, '')}:`) ? [] : LACKING.get(key);
    if (lacking && lacking.length > 0) found.set(name, lacking);
  };
  const bare = sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '""');
  for (const [, words = '', end] of bare.matchAll(/([^{};]*)([{};])/g)) {
    const text = words.trim();
    const atRule = /^@([\w-]+)/.exec(text)?.[1];
    if (atRule) {
      note(`@${atRule}`, `css.at-rules.${atRule}`);
      for (const [, feature = ''] of text.matchAll(/\(([\w-]+)[):<>=\s]/g))
        note(`@media (${feature})`, `css.at-rules.media.${feature}`);
    } else if (end === '{') {
      for (const [name, pseudo = ''] of text.matchAll(/::?([\w-]+)/g)) note(name, `css.selectors.${pseudo}`);
    } else noteDeclaration(text, note);
  }
  return [...found].map(([name, lacking]) => ({ name, lacking }));
}

function noteDeclaration(text: string, note: (name: string, key: string) => void): void {
  const [, property = '', value = ''] = /^([\w-]+)\s*:\s*([\s\S]*)$/.exec(text) ?? [];
  if (property === '') return;
  if (!property.startsWith('--')) {
    note(property, `css.properties.${property}`);
    for (const [word] of value.matchAll(/[\w-]+/g))
      note(`${property}: ${word}`, `css.properties.${property}.${word}`);
    // `content` may hold text for screen readers after a slash. Strings are empty in this parse.
    if (property === 'content' && value.includes('/'))
      note('content: alt', 'css.properties.content.alt_text');
  }
  for (const [, name = ''] of value.matchAll(/([\w-]+)\(/g))
    for (const key of [
      `css.types.${name}`,
      `css.types.color.${name}`,
      `css.types.image.${name}`,
      `css.types.gradient.${name}`,
    ])
      note(`${name}()`, key);
  for (const [, unit = ''] of value.matchAll(/\d([a-z]{2,5})\b/g))
    note(`unit ${unit}`, `css.types.length.viewport_percentage_units_dynamic.${unit}`);
}
