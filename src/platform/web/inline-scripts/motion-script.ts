declare global {
  /** Whether the page may move: `--motion` of tokens.css, by the system's setting and the reader's. */
  function moves(): boolean;
}

/** Returns the script that defines {@link moves}. Inline, because the script of a first view has no room. */
export const motionScript = (): string =>
  `function moves(){return getComputedStyle(document.documentElement).getPropertyValue('--motion')!=0}`;
