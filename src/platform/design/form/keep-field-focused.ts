import type { MouseEvent } from 'react';

/**
 * Keeps the focus in its field during a press of something else, by a finger too. Rules that validate on blur
 * would otherwise show an error, which moves what is pressed away from the press.
 */
export function keepFieldFocused(event: MouseEvent<HTMLFormElement>): void {
  const target = event.target as Element;
  const isPress = target.closest('a,button,label') && !target.matches(':read-write');
  if (isPress && event.currentTarget.querySelector(':read-write:focus')) event.preventDefault();
}
