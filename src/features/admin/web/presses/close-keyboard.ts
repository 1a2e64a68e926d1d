/** Whether Ctrl or Command was pressed, which shows a hardware keyboard. It covers nothing. */
let hasOwnKeyboard = false;

export const noteOwnKeyboard = (): void => {
  hasOwnKeyboard = true;
};

/**
 * Closes a phone's on-screen keyboard, which would cover the notification of a save's result. A press on Save
 * leaves the focus in its field.
 */
export function closeKeyboard(): void {
  const field = document.activeElement;
  if (hasOwnKeyboard || !matchMedia('(pointer: coarse)').matches) return;
  if (field instanceof HTMLElement && field.matches(':read-write')) field.blur();
}
