declare global {
  /** Whether the page may animate: `--motion` of tokens.css, from the system's setting and the reader's. */
  function moves(): boolean;
}

/**
 * Returns the script that defines {@link moves}. Inline, because the byte budget of a first view has no room
 * for it.
 */
export const motionScript = (): string =>
  `function moves(){return getComputedStyle(document.documentElement).getPropertyValue('--motion')!=0}`;
