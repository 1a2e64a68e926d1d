import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { chromiumOptions, chromiumPath } from '#test/browsers/chromium.ts';

/** Screen of Lighthouse's mobile preset. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** Returns the cookie of an entered visitor. */
export const enteredCookie = (url: string) => ({ name: 'stillwater_entered', value: '1', url });

export interface LearnerPage {
  path: string;
  /** Name in the table. */
  name: string;
  entered: boolean;
}

const entered = (path: string): LearnerPage => ({ path, name: `\`${path}\``, entered: true });

export const LEARNER_PAGES: LearnerPage[] = [
  { path: '/', name: '`/`, a new visitor', entered: false },
  entered('/'),
  entered('/app'),
  entered('/oceans/1'),
  entered('/waves/1'),
  entered('/droplets/3'),
  entered('/explore'),
  entered('/accordion'),
  entered('/tree'),
  entered('/classic'),
  entered('/about'),
  entered('/contact'),
  entered('/terms-privacy'),
];

export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({ ...chromiumOptions, executablePath: await chromiumPath() });
