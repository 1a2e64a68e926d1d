import type { MouseEvent } from 'react';

/**
 * Keeps the focus in its field during a press elsewhere, also by touch. Otherwise rules that validate on blur
 * show an error, which moves the pressed element away from the press.
 */
export function keepFieldFocused(event: MouseEvent<HTMLFormElement>): void {
  const target = event.target as Element;
  const isPress = target.closest('a,button,label') && !target.matches(':read-write');
  if (isPress && event.currentTarget.querySelector(':read-write:focus')) event.preventDefault();
}
