import type { EarlyAction } from './early-actions-script.ts';

/** A form field with the properties of all kinds. */
export interface Field extends HTMLElement {
  value: string;
  defaultValue?: string;
  checked: boolean;
  defaultChecked: boolean;
  options?: Iterable<{ selected: boolean; defaultSelected: boolean }>;
  type: string;
}

/** Repeats, in order, the early actions within hydrated elements. For a field, enters its last contents. */
export async function repeatEarlyActions(): Promise<void> {
  const done = earlyActions.filter(([target]) => !target.closest('[data-early]'));
  earlyActions = earlyActions.filter((action) => !done.includes(action));
  const last = new Map(done.map((action) => [action[0], action]));
  // First the field in which the reader may still be typing, because a render could erase its text.
  const due = done
    .filter((action) => isPress(action) || last.get(action[0]) === action)
    .sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
  for (const action of due) {
    // A task of its own, so that it sees the result of the previous one, which may have replaced its own
    // button.
    if (!isOpen(action)) await new Promise((resolve) => setTimeout(resolve));
    repeat(action);
  }
}

const isOpen = ([target]: EarlyAction) => target === document.activeElement && isText(target as Field);

const isTick = ({ type }: Field) => type === 'checkbox' || type === 'radio';

/** Selects, buttons and `details` have no default value. */
const isText = (field: Field) => field.defaultValue !== undefined && !isTick(field);

const isPress = ([, event]: EarlyAction) => event.type === 'click';

function repeat(action: EarlyAction): void {
  const [target, event] = action;
  if (isPress(action)) press(target, event as MouseEvent);
  else if (event.type === 'toggle') target.dispatchEvent(new Event('toggle'));
  else enter(target as Field, action);
}

function press(target: HTMLElement, { clientX, clientY }: MouseEvent): void {
  const button = target.isConnected ? target : document.elementFromPoint(clientX, clientY)?.closest('button');
  button?.click();
}

/** Puts the early contents into a field, and dispatches the browser's events to its code. */
function enter(field: Field, [, , value = '', checked = false]: EarlyAction): void {
  if (isTick(field)) {
    field.checked = !checked;
    field.click();
    return;
  }
  if (field.value !== value) field.value = value;
  // React ignores the event of a text that it knows, such as the contents at hydration. Its setter on the
  // field stores each text. So this calls the setter with another text, on another field, because on this one
  // it would move the caret.
  Reflect.set(field, 'value', `${value} `, document.createElement(field.localName));
  const types = ['input', 'change'];
  if (field !== document.activeElement) types.push('focusout');
  for (const type of types) field.dispatchEvent(new Event(type, { bubbles: true }));
}
