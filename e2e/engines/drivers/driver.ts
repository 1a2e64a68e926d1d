/* The interface of a browser engine for the journeys. Everything else is built upon it, once. */

export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof ENGINES)[number];

/** A value that survives the way into the page and back. */
export type Plain = string | number | boolean | null | undefined | Plain[] | { [key: string]: Plain };

export interface Size {
  width: number;
  height: number;
  /** Whether the screen is touched. WebKitGTK has none of that. */
  hasTouch?: boolean;
}

/** The one tab of a person with a browser of their own: no cookies, no storage of anybody else's. */
export interface Tab {
  /** Opens an address and returns when it has loaded. */
  goto(url: string): Promise<void>;
  goBack(): Promise<void>;
  /** Runs a function in the page. It sees its arguments and nothing around it. */
  evaluate<Values extends Plain[], Result>(
    run: (...values: Values) => Result | Promise<Result>,
    ...values: Values
  ): Promise<Result>;
  moveTo(x: number, y: number): Promise<void>;
  /** Moves the mouse to a point of the viewport, in CSS px, and clicks. */
  click(x: number, y: number): Promise<void>;
  /** Taps with a finger, in a window with touch. WebKitGTK clicks. */
  tap(x: number, y: number): Promise<void>;
  /** Turns the wheel at a point, by CSS px. */
  wheel(x: number, y: number, deltaY: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  resize(size: Size): Promise<void>;
  /** A PNG of the viewport. */
  picture(): Promise<Uint8Array>;
  setCookie(url: string, name: string, value: string): Promise<void>;
  /** Console errors and uncaught exceptions since the tab was opened. */
  problems(): Promise<string[]>;
  close(): Promise<void>;
}

/** A script that calls the function with the values. Its result is a promise of JSON: `{ "result": … }`. */
export const callIn = (run: (...values: never) => unknown, values: Plain[]) =>
  `(async () => JSON.stringify({ result: await (${run})(...${JSON.stringify(values)}) }))()`;

/** Special keys, with the code points by which WebDriver knows them. */
export const KEYS = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  Space: ' ',
  Backspace: '\uE003',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Home: '\uE011',
} as const;
export type Key = keyof typeof KEYS;

/** A running browser. */
export interface Driver {
  /** Opens a tab that shares nothing with those before it, unless the browser has a profile. */
  newTab(): Promise<Tab>;
  /** Ends all of the browser at once, as a system does that needs its memory. */
  kill(): Promise<void>;
  close(): Promise<void>;
}
