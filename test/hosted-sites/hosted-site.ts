import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { siteEnvironment } from '../site-process.ts';
import type { FromHost, ToHost } from './messages.ts';

const PROGRAM = join(import.meta.dirname, 'site-host.ts');

/** A site in this worker's host process. */
interface HostedSite {
  url: string;
  stop(): Promise<void>;
}

let host: ChildProcess | undefined;
let messages = 0;
/** Number of pending replies. */
let awaited = 0;

/**
 * Starts a site on a free port in the shared host process. Tests that end or inspect the process use
 * `startSiteProcess`. Rejects with the text that the program would print.
 */
export async function startHostedSite(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<HostedSite> {
  host ??= startHost();
  messages += 1;
  const id = messages;
  const url = await ask(host, { id, start: siteEnvironment(dataDir, environment) });
  return {
    url,
    async stop() {
      if (host) await ask(host, { id });
    },
  };
}

function startHost(): ChildProcess {
  const child = fork(PROGRAM, {
    env: siteEnvironment('', {}),
    execArgv: [],
    // Nothing reads the log, so its output is ignored.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // The host does not keep this worker alive, except while replies are pending.
  child.unref();
  child.channel?.unref();
  child.once('exit', () => {
    host = undefined;
  });
  return child;
}

function ask(host: ChildProcess, message: ToHost): Promise<string> {
  awaited += 1;
  host.channel?.ref();
  const answered = new Promise<string>((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`The host of the sites ended with ${code}`));
    const listen = (answer: FromHost) => {
      if (answer.id !== message.id) return;
      host.off('message', listen).off('exit', ended);
      if ('error' in answer) reject(new Error(answer.error));
      else resolve(answer.url);
    };
    host.on('message', listen).once('exit', ended);
    host.send(message);
  });
  return answered.finally(() => {
    awaited -= 1;
    if (awaited === 0) host.channel?.unref();
  });
}
