import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { earlyActionsScript } from './early-actions-script.ts';
import { repeatEarlyActions } from './repeat.ts';
import { prepareEarlyActions } from './use-early-actions.ts';

/** The used part of a page's main part, or of a part of it with a later hydration. */
class Part {
  isEarly = true;
  removeAttribute = () => {
    this.isEarly = false;
  };
  /** Hydrates this part. */
  hydrate = () => {
    this.removeAttribute();
    return Promise.resolve().then(repeatEarlyActions);
  };
}

/** The used part of an element. */
class Target extends EventTarget {
  isConnected = true;
  checked = false;
  defaultValue?: string;
  localName = 'input';
  dataset = {};
  assignments = 0;
  readonly part: Part;
  readonly type: string;
  #value = '';

  constructor(part: Part, type = 'text') {
    super();
    this.part = part;
    this.type = type;
    if (type !== 'button') this.defaultValue = '';
  }
  get value() {
    return this.#value;
  }
  set value(text: string) {
    this.#value = text;
    this.assignments += 1;
  }
  closest(selector: string): this | null {
    return this.part.isEarly && (!selector.includes('button') || this.type === 'button') ? this : null;
  }
  click() {
    if (this.type === 'checkbox') this.checked = !this.checked;
    this.dispatchEvent(new Event('click'));
  }
}

let main: Part;
let listeners: Record<string, (event: Event) => void>;
let log: string[];
beforeEach(() => {
  main = new Part();
  listeners = {};
  log = [];
  vi.stubGlobal('addEventListener', (type: string, listener: (event: Event) => void) => {
    listeners[type] = listener;
  });
  vi.stubGlobal('document', { activeElement: null, createElement: () => new Target(main) });
  // biome-ignore lint/security/noGlobalEval: as a page runs it
  // biome-ignore lint/complexity/noCommaOperator: only an indirect call defines globals
  (0, eval)(earlyActionsScript());
});
afterEach(() => vi.unstubAllGlobals());

/** Dispatches a browser event that reaches the window. */
function happen(target: Target, type: string): void {
  const event = new Event(type);
  Object.defineProperty(event, 'target', { value: target });
  listeners[type]?.(event);
}

function type(field: Target, text: string): void {
  field.value = text;
  happen(field, 'input');
}

/** A field hydrated with its contents, as in React: ignores events without a new text. */
function hydrated(field: Target, onChange: (text: string) => void): void {
  const { get, set } = Object.getOwnPropertyDescriptor(Target.prototype, 'value') ?? {};
  let known = field.value;
  Object.defineProperty(field, 'value', {
    get,
    set(text: string) {
      known = text;
      set?.call(this, text);
    },
  });
  const listen = () => {
    if (field.value === known) return;
    known = field.value;
    onChange(known);
  };
  field.addEventListener('input', listen);
  field.addEventListener('change', listen);
}

const note = (text: string) => log.push(text);
const focus = (target: Target) => Object.assign(document, { activeElement: target });

test('a field’s last text reaches its code once, even after a render with the served text', async () => {
  const field = new Target(main);
  type(field, 'k');
  type(field, 'kettle');
  hydrated(field, note);
  field.value = '';
  await main.hydrate();
  expect(log).toEqual(['kettle']);
  expect(field.value).toBe('kettle');
});

test('the focused field comes first, and its text is not set again, which would move the caret', async () => {
  const [first, focused] = [new Target(main), new Target(main)];
  type(first, 'first');
  type(focused, 'focused');
  focus(focused);
  hydrated(first, note);
  hydrated(focused, note);
  const { assignments } = focused;
  first.addEventListener('focusout', () => note('left'));
  focused.addEventListener('focusout', () => note('left'));
  const done = main.hydrate();
  await Promise.resolve();
  expect(log).toEqual(['focused']);
  await done;
  expect(log).toEqual(['focused', 'first', 'left']);
  expect(focused.assignments).toBe(assignments);
});

test('text typed after hydration stays', async () => {
  const field = new Target(main);
  type(field, 'ket');
  focus(field);
  hydrated(field, note);
  const done = main.hydrate();
  await Promise.resolve();
  field.value = 'kettle';
  await done;
  expect(log).toEqual(['ket']);
  expect(field.value).toBe('kettle');
});

test('actions are repeated in order, each in its own task', async () => {
  const button = new Target(main, 'button');
  const [field, box] = [new Target(main), new Target(main, 'checkbox')];
  focus(box);
  happen(button, 'click');
  type(field, 'text');
  box.checked = true;
  happen(box, 'input');
  happen(button, 'click');
  hydrated(field, note);
  box.addEventListener('click', () => note(`checked: ${box.checked}`));
  button.addEventListener('click', () => {
    note('pressed');
    if (log.length === 1) setTimeout(() => note('task'));
  });
  await main.hydrate();
  expect(log).toEqual(['pressed', 'task', 'text', 'checked: true', 'pressed']);
});

test('opened details repeat their toggle event', async () => {
  const details = new Target(main, '');
  happen(details, 'toggle');
  details.addEventListener('toggle', () => note('opened'));
  await main.hydrate();
  expect(log).toEqual(['opened']);
});

test('actions in a part that is hydrated later wait for that part', async () => {
  const viewer = new Part();
  const [field, button] = [new Target(main), new Target(viewer, 'button')];
  type(field, 'text');
  happen(button, 'click');
  hydrated(field, note);
  button.addEventListener('click', () => note('pressed'));
  await main.hydrate();
  expect(log).toEqual(['text']);
  await viewer.hydrate();
  expect(log).toEqual(['text', 'pressed']);
  happen(button, 'click');
  await main.hydrate();
  expect(log).toHaveLength(2);
});

test('a press on a replaced button is repeated on its replacement', async () => {
  const [gone, present] = [new Target(main, 'button'), new Target(main, 'button')];
  happen(gone, 'click');
  gone.isConnected = false;
  Object.assign(document, { elementFromPoint: () => ({ closest: () => present }) });
  present.addEventListener('click', () => note('pressed'));
  await main.hydrate();
  expect(log).toEqual(['pressed']);
});

test('text restored by the browser reaches its code; checkboxes and selects stay as served', async () => {
  const field = <T extends object>(type: string, properties?: T) =>
    Object.assign(new Target(main, type), { defaultChecked: false }, properties);
  const options = [
    { selected: true, defaultSelected: false },
    { selected: false, defaultSelected: true },
  ];
  const [text, served] = [field('text', { value: 'kettle' }), field('text')];
  const tick = field('checkbox', { checked: true });
  // `on` is the default value of a checkbox.
  const off = field('checkbox', { value: 'on' });
  const early = field('checkbox', { checked: true });
  const select = field('select-one', { options });
  happen(early, 'input');
  const fields = { text, served, tick, off, early, select };
  Object.assign(document, { querySelectorAll: () => Object.values(fields) });
  for (const [name, one] of Object.entries(fields))
    for (const type of ['input', 'click']) one.addEventListener(type, () => note(name));
  await prepareEarlyActions();
  await main.hydrate();
  expect(log).toEqual(['text', 'early']);
  expect([tick.checked, early.checked]).toEqual([false, true]);
  expect(options.map(({ selected }) => selected)).toEqual([false, true]);
});
