import { readConfig } from '#app/config.ts';
import { prepareSite } from '#app/start/prepare-site.ts';
import { keepNewFilesPrivate } from '#app/start/private-files.ts';
import { type ServedSite, serveSite } from '#app/start/serve-site.ts';
import type { FromHost, ToHost } from './messages.ts';

/*
 * Program of a host process that serves the sites of many test files, each as `main.ts` does. A process per
 * site used a fifth of the browser tests' processor time. The host halves that: modules are loaded once, and
 * their code is already compiled for the second site.
 */

const sites = new Map<number, ServedSite>();
const ignoreLine = () => {};

async function start(id: number, environment: Record<string, string>): Promise<string> {
  const config = readConfig(environment);
  await prepareSite(config, ignoreLine);
  const site = await serveSite(config, ignoreLine);
  sites.set(id, site);
  return site.url;
}

async function stop(id: number): Promise<string> {
  await sites.get(id)?.stop();
  sites.delete(id);
  return '';
}

const answer = (message: FromHost) => process.send?.(message);

keepNewFilesPrivate();
process.on('message', ({ id, start: environment }: ToHost) => {
  (environment ? start(id, environment) : stop(id)).then(
    (url) => answer({ id, url }),
    (error: unknown) => answer({ id, error: error instanceof Error ? error.message : String(error) }),
  );
});
// The test worker has ended.
process.on('disconnect', () => process.exit());
