import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webKitPrograms } from '#test/browsers/webkit.ts';
import { freePort } from '#test/free-port.ts';
import { type Driver, KEYS, type Tab } from './driver.ts';
import { type Action, openSession, type Session } from './webdriver.ts';

/* Drives WebKitGTK by WebDriver, on an X server without a screen. */

const SCREEN = '1600x1200x24';

async function startXServer(program: string): Promise<{ display: string; process: ChildProcess }> {
  const args = ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'];
  const process = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [line] = await once(process.stdio[3] ?? process, 'data');
  return { display: `:${String(line).trim()}`, process };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}

export async function openWebKit(profile?: string): Promise<Driver> {
  const programs = await webKitPrograms();
  const folder = await mkdtemp(join(tmpdir(), 'stillwater-webkit-'));
  const consoleFile = join(folder, 'console.txt');
  const pidFile = join(folder, 'browser.pid');
  const program = join(folder, 'browser');
  // WebKitWebDriver discards the browser's output.
  const window = join(import.meta.dirname, 'webkit-window.mjs');
  await writeFile(
    program,
    `#!/bin/sh\necho $$ >'${pidFile}'\nexec '${programs.gjs}' -m '${window}' >'${consoleFile}' 2>/dev/null\n`,
  );
  await chmod(program, 0o755);
  const screen = await startXServer(programs.xvfb);
  const port = await freePort();
  const driver = spawn(programs.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: screen.display,
      GDK_BACKEND: 'x11',
      // Without a graphics processor, software rendering costs half of an emulated graphics processor.
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
      // Disables the accessibility bus, for which WebKit would otherwise search until a timeout.
      NO_AT_BRIDGE: '1',
      WEBKIT_WINDOW_DATA: profile ?? join(folder, 'data'),
    },
  });
  const endAll = async () => {
    await stop(driver);
    await stop(screen.process);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const session = await openSession(`http://127.0.0.1:${port}`, {
      'webkitgtk:browserOptions': { binary: program, args: [] },
    });
    const wheel = { turned: 0 };
    return {
      newTab: () => newTab(session, consoleFile, wheel),
      async kill() {
        // The browser's page and network processes exit when their connection to it ends.
        process.kill(Number(await readFile(pidFile, 'utf8')), 'SIGKILL');
        await endAll();
      },
      async close() {
        await session.send('DELETE', '').catch(() => {});
        await endAll();
      },
    };
  } catch (error) {
    await endAll();
    throw error;
  }
}

const mouse = (actions: Action[]) => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions,
});
const move = (x: number, y: number) => ({
  type: 'pointerMove',
  x: Math.round(x),
  y: Math.round(y),
  duration: 0,
});
const DOWN_AND_UP = [
  { type: 'pointerDown', button: 0 },
  { type: 'pointerUp', button: 0 },
];
const keys = (text: string) => ({
  type: 'key',
  id: 'keyboard',
  actions: [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
});

/** Total wheel movement of the session, in CSS px. WebKit scrolls by the difference to the previous value. */
interface Wheel {
  turned: number;
}

/** Removes the previous person's storage, because all tabs of this WebKit share a profile. */
async function forget(session: Session): Promise<void> {
  const url = String(await session.send('GET', '/url'));
  if (!url.startsWith('http')) return;
  await session.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await session.send('DELETE', '/cookie');
  await session.send('POST', '/url', { url: 'about:blank' });
}

async function newTab(session: Session, consoleFile: string, wheel: Wheel): Promise<Tab> {
  await forget(session);
  const read = () => readFile(consoleFile, 'utf8');
  const before = (await read()).length;
  const perform = (...actions: object[]) => session.send('POST', '/actions', { actions });
  const click = async (x: number, y: number) => void (await perform(mouse([move(x, y), ...DOWN_AND_UP])));
  return {
    goto: async (url) => void (await session.send('POST', '/url', { url })),
    goBack: async () => void (await session.send('POST', '/back', {})),
    evaluate: (run, ...values) => session.evaluate(run, ...values),
    moveTo: async (x, y) => void (await perform(mouse([move(x, y)]))),
    click,
    tap: (x, y) => click(x, y),
    wheel: async (x, y, deltaY) => {
      wheel.turned += deltaY;
      await perform({
        type: 'wheel',
        id: 'wheel',
        actions: [{ ...move(x, y), type: 'scroll', origin: 'viewport', deltaX: 0, deltaY: wheel.turned }],
      });
    },
    type: async (text) => void (await perform(keys(text))),
    press: async (key) => void (await perform(keys(KEYS[key]))),
    resize: async ({ width, height }) =>
      void (await session.send('POST', '/window/rect', { x: 0, y: 0, width, height })),
    picture: async () => Buffer.from(String(await session.send('GET', '/screenshot')), 'base64'),
    setCookie: async (url, name, value) => {
      // WebDriver sets cookies for the page's own site only.
      if (!String(await session.send('GET', '/url')).startsWith(url))
        await session.send('POST', '/url', { url: `${url}/healthz` });
      await session.send('POST', '/cookie', { cookie: { name, value, path: '/' } });
    },
    problems: async () =>
      (await read())
        .slice(before)
        .split('\n')
        .filter((line) => /CONSOLE (\w+ )?(ERROR|WARN)/.test(line)),
    close: async () => {},
  };
}
