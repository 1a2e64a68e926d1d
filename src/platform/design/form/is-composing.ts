import type { KeyboardEvent } from 'react';

/** Key code of a key that an input method has handled. */
const HANDLED = 229;

/**
 * Tells whether an input method handles this key, for example Enter, which selects a candidate. Safari sends
 * the last key after the composition's end, and marks it only by its key code.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === HANDLED;
