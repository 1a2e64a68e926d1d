/**
 * Closes the keyboard of a phone: it would cover the notification that says whether a save succeeded. A press
 * on Save leaves the focus in its field.
 */
export function closeKeyboard(): void {
  const field = document.activeElement;
  if (!matchMedia('(pointer: coarse)').matches || !(field instanceof HTMLElement)) return;
  if (field.matches(':read-write')) field.blur();
}
