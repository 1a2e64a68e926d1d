import { setTimeout as sleep } from 'node:timers/promises';
import { callIn, type Plain } from './driver.ts';

/* Part of WebDriver (W3C) that the journeys need. A library would install drivers of other browsers. */

/** Timeout for the driver's start, in ms. */
const START_WITHIN = 30_000;

export type Action = Record<string, string | number>;

export interface Session {
  /** Sends a command of the session and returns its value. */
  send(method: string, command: string, body?: object): Promise<unknown>;
  evaluate<Values extends Plain[], Result>(
    run: (...values: Values) => Result | Promise<Result>,
    ...values: Values
  ): Promise<Result>;
}

async function call(url: string, method: string, body?: object) {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

async function untilReady(url: string): Promise<void> {
  const until = Date.now() + START_WITHIN;
  for (;;) {
    const ready = await call(`${url}/status`, 'GET').catch(() => undefined);
    if (ready) return;
    if (Date.now() > until) throw new Error(`No WebDriver listens at ${url}.`);
    await sleep(50);
  }
}

/** Opens a browser through the driver at `url`, in its only session. */
export async function openSession(url: string, alwaysMatch: object): Promise<Session> {
  await untilReady(url);
  const { sessionId } = await call(`${url}/session`, 'POST', { capabilities: { alwaysMatch } });
  const send = (method: string, command: string, body?: object) =>
    call(`${url}/session/${sessionId}${command}`, method, body);
  await send('POST', '/timeouts', { script: 60_000, pageLoad: 60_000 });
  return {
    send,
    async evaluate(run, ...values) {
      const script = `${callIn(run, values)}.then(
        (json) => arguments[0]({ json }),
        (error) => arguments[0]({ error: String(error?.stack ?? error) }),
      );`;
      const answer = await send('POST', '/execute/async', { script, args: [] });
      if (answer.error) throw new Error(answer.error);
      return JSON.parse(answer.json).result;
    },
  };
}
