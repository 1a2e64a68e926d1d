import type { Plugin } from 'vite';

/** A rule of a built sheet with a mixed color: its selector and its declarations. */
const RULE = /([^{};]+)\{([^{}]*color-mix\([^{}]*)\}/g;
const DECLARATION = /[\w-]+:[^;]*color-mix\([^;]*/g;
/** A mix of two colors, whose second color may be a function itself. */
const COLOR_MIX = /color-mix\(in \w+,\s*([^,]+?) (\d+)%,\s*((?:[^(),]|\([^()]*\))+)\)/g;
/** A color that is mixed in with this many percent or more stands for the mix. */
const CLEAR_SHARE = 30;

/**
 * Puts a plain color instead of each mixed one, and the mix behind `@supports`: Chrome 109 and 110 cannot
 * mix. They accept every declaration with `var()` and find too late that they cannot use it, so that a plain
 * color before the mix, in the same rule, would be lost.
 */
export const withPlainColors = (sheet: string): string =>
  sheet.replace(RULE, (_rule, selector: string, declarations: string) => {
    const plain = declarations.replace(COLOR_MIX, (_mix, color: string, share: string, other: string) =>
      Number(share) >= CLEAR_SHARE ? color : other,
    );
    const mixed = declarations.match(DECLARATION)?.join(';');
    return `${selector}{${plain}}@supports (color:color-mix(in lab,red,red)){${selector}{${mixed}}}`;
  });

/** Gives the sheets of the build plain colors. */
export const plainColors: Plugin = {
  name: 'plain-colors',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const asset of Object.values(bundle))
      if (asset.type === 'asset' && asset.fileName.endsWith('.css'))
        asset.source = withPlainColors(String(asset.source));
  },
};
