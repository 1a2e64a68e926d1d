import type { Plugin } from 'vite';

/** A rule of a built sheet with a mixed color: selector and declarations. */
const RULE = /([^{};]+)\{([^{}]*color-mix\([^{}]*)\}/g;
const DECLARATION = /[\w-]+:[^;]*color-mix\([^;]*/g;
/** A mix of two colors. The second color may be a function. */
const COLOR_MIX = /color-mix\(in \w+,\s*([^,]+?) (\d+)%,\s*((?:[^(),]|\([^()]*\))+)\)/g;
/** Percentage from which the first color of a mix replaces the mix. */
const CLEAR_SHARE = 30;

/**
 * Replaces each mixed color by a plain one, and moves the mix into an `@supports` block, because Chrome 109
 * and 110 lack color-mix. They accept every declaration with `var()` and detect the invalid value too late,
 * so they would ignore a plain color before the mix in the same rule.
 */
export const withPlainColors = (sheet: string): string =>
  sheet.replace(RULE, (_rule, selector: string, declarations: string) => {
    const plain = declarations.replace(COLOR_MIX, (_mix, color: string, share: string, other: string) =>
      Number(share) >= CLEAR_SHARE ? color : other,
    );
    const mixed = declarations.match(DECLARATION)?.join(';');
    return `${selector}{${plain}}@supports (color:color-mix(in lab,red,red)){${selector}{${mixed}}}`;
  });

/** Replaces mixed colors in the build's sheets. */
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
