import type { Driver, EngineName } from './driver.ts';
import { openChromium, openFirefox } from './puppeteer-driver.ts';
import { openWebKit } from './webkit-driver.ts';

const OPENERS = { chromium: openChromium, firefox: openFirefox, webkit: openWebKit };

/**
 * Starts a browser of the engine, without a window on anybody's screen. With a profile, the path of a folder,
 * its storage is there for the next browser.
 */
export const openDriver = (engine: EngineName, profile?: string): Promise<Driver> => OPENERS[engine](profile);
