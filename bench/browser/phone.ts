import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { chromiumOptions, chromiumPath } from '#test/chromium.ts';

/** The screen that Lighthouse's mobile figures are taken on. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** The mark of a visitor who has entered, in the browser of a learner. */
export const enteredCookie = (url: string) => ({ name: 'stillwater_entered', value: '1', url });

export interface LearnerPage {
  path: string;
  /** As the table calls it. */
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
