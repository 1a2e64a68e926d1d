/* Interface of a browser engine, on which all journeys are built. */

export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof ENGINES)[number];

/** A value that can be passed to the page and back. */
export type Plain = string | number | boolean | null | undefined | Plain[] | { [key: string]: Plain };

export interface Size {
  width: number;
  height: number;
  /** Whether the window has a touch screen. WebKitGTK has none. */
  hasTouch?: boolean;
}

/** The only tab of a person's own browser, without cookies or storage of others. */
export interface Tab {
  /** Opens an address, and resolves when it has loaded. */
  goto(url: string): Promise<void>;
  goBack(): Promise<void>;
  /** Runs a function in the page. The function has access to its arguments only. */
  evaluate<Values extends Plain[], Result>(
    run: (...values: Values) => Result | Promise<Result>,
    ...values: Values
  ): Promise<Result>;
  moveTo(x: number, y: number): Promise<void>;
  /** Moves the mouse to a point of the viewport, in CSS px, and clicks. */
  click(x: number, y: number): Promise<void>;
  /** Taps at a point, in a window with touch. WebKitGTK clicks. */
  tap(x: number, y: number): Promise<void>;
  /** Turns the wheel at a point, by this many CSS px. */
  wheel(x: number, y: number, deltaY: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  resize(size: Size): Promise<void>;
  /** Takes a PNG of the viewport. */
  picture(): Promise<Uint8Array>;
  setCookie(url: string, name: string, value: string): Promise<void>;
  /** Console errors and uncaught exceptions since the tab was opened. */
  problems(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Builds a script that calls the function with the values. It returns a promise of JSON: `{ "result": … }`.
 */
export const callIn = (run: (...values: never) => unknown, values: Plain[]) =>
  `(async () => JSON.stringify({ result: await (${run})(...${JSON.stringify(values)}) }))()`;

/** Special keys, with their WebDriver code points. */
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
  /** Opens a tab that shares nothing with earlier ones, unless the browser has a profile. */
  newTab(): Promise<Tab>;
  /** Kills the browser's processes at once, as a system without free memory does. */
  kill(): Promise<void>;
  close(): Promise<void>;
}
