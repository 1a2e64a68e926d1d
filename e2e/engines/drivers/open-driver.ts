import type { Driver, EngineName } from './driver.ts';
import { openChromium, openFirefox } from './puppeteer-driver.ts';
import { openWebKit } from './webkit-driver.ts';

const OPENERS = { chromium: openChromium, firefox: openFirefox, webkit: openWebKit };

/**
 * Starts a browser of the engine without a visible window. With `profile`, the path of a folder, the next
 * browser with that profile has its storage.
 */
export const openDriver = (engine: EngineName, profile?: string): Promise<Driver> => OPENERS[engine](profile);
