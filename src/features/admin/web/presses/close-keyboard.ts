/** Whether Ctrl or Command was pressed: a keyboard beside the screen covers nothing. */
let hasOwnKeyboard = false;

export const noteOwnKeyboard = (): void => {
  hasOwnKeyboard = true;
};

/**
 * Closes the keyboard of a phone: it would cover the notification that says whether a save succeeded. A press
 * on Save leaves the focus in its field.
 */
export function closeKeyboard(): void {
  const field = document.activeElement;
  if (hasOwnKeyboard || !matchMedia('(pointer: coarse)').matches) return;
  if (field instanceof HTMLElement && field.matches(':read-write')) field.blur();
}
