import { useEffect, useLayoutEffect, useRef } from 'react';
import type { EarlyAction } from './early-actions-script.ts';

/** A form field with the properties of all kinds. */
interface Field extends HTMLElement {
  value: string;
  defaultValue?: string;
  checked: boolean;
  defaultChecked?: boolean;
  options?: Iterable<{ defaultSelected: boolean }>;
  selectedIndex?: number;
  type: string;
}

/**
 * Looks after fields that the browser has filled again after Back or a reload, without an event, as Firefox
 * does: text is noted, ticks and choices are put back. A change of these may be saved at once, and nobody has
 * made it. Called before hydration, which gives first contents to some fields.
 */
export function noteRestoredFields(): void {
  const fields = document.querySelectorAll<Field>(
    '[data-early] :is(input:not([type=file]), textarea, select)',
  );
  for (const field of fields) {
    if (earlyActions.some(([target]) => target === field)) continue;
    if (isTick(field)) field.checked = field.defaultChecked === true;
    else if (field.options) field.selectedIndex = servedChoice(field.options);
    else if (field.value !== field.defaultValue)
      earlyActions.push([field, new Event('input'), field.value, field.checked]);
  }
}

const servedChoice = (options: NonNullable<Field['options']>): number =>
  Math.max(
    0,
    [...options].findLastIndex(({ defaultSelected }) => defaultSelected),
  );

/**
 * Repeats what was done within an element before its hydration, when the component is hydrated. `find` is
 * called once.
 */
export function useEarlyActions(find: () => Element | null): void {
  const goOn = useRef<() => Promise<void>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => {
    goOn.current = beginEarlyActions(find());
  }, []);
  // After the effects of the components inside, which may set first contents.
  useEffect(() => void goOn.current?.(), []);
}

/**
 * Takes the early actions of an element that is being hydrated, and repeats one of them at once. Returns the
 * function that repeats the others, in order. A part that is hydrated later keeps its own actions.
 */
export function beginEarlyActions(element: Element | null): () => Promise<void> {
  element?.removeAttribute('data-early');
  const done = earlyActions.filter(([target]) => !target.closest('[data-early]'));
  earlyActions = earlyActions.filter((action) => !done.includes(action));
  const last = new Map(done.map((action) => [action[0], action]));
  const due = done.filter((action) => isPress(action) || last.get(action[0]) === action);
  // Somebody may be typing on in this field, whose text a render could erase.
  const open = due.find(([target]) => target === document.activeElement && isText(target as Field));
  const served = (open?.[0] as Field | undefined)?.defaultValue;
  // Not within React's commit, which ends with the served contents.
  const begun = Promise.resolve().then(() => open && repeat(open));
  return async () => {
    await begun;
    for (const action of due) {
      // A task of its own: it must see the result of the one before, which may have put another button in
      // the place of its own.
      await new Promise((resolve) => setTimeout(resolve));
      if (action !== open || isErased(action, served)) repeat(action);
    }
  };
}

const isTick = ({ type }: Field) => type === 'checkbox' || type === 'radio';

/** Selects, buttons and `details` have no default value. */
const isText = (field: Field) => field.defaultValue !== undefined && !isTick(field);

const isPress = ([, event]: EarlyAction) => event.type === 'click';

/** Whether code that began has put the served text back. Another text was typed since. */
const isErased = ([target, , value]: EarlyAction, served: string | undefined) =>
  (target as Field).value === served && served !== value;

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

/** Puts the early contents into a field, and tells its code of them by the events of the browser. */
function enter(field: Field, [, , value = '', checked = false]: EarlyAction): void {
  if (isTick(field)) {
    field.checked = !checked;
    field.click();
    return;
  }
  if (field.value !== value) field.value = value;
  // React ignores the event of a text that it knows, and it knows what a field contains at hydration. Its
  // setter on the field notes each text. This one goes to another field: here it would move the caret.
  Reflect.set(field, 'value', `${value} `, document.createElement(field.localName));
  const types = ['input', 'change'];
  if (field !== document.activeElement) types.push('focusout');
  for (const type of types) field.dispatchEvent(new Event(type, { bubbles: true }));
}
