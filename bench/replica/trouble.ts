import { setTimeout as sleep } from 'node:timers/promises';
import { addFavorite, listFavorites, removeFavorite } from '#features/favorites/contract/calls.ts';
import { ask } from '#test/database/ask.ts';
import type { RunningPostgres } from '#test/database/postgres.ts';
import { NodeBrowser } from '#test/rotation/node-browser.ts';
import type { LoadGenerator } from '../load/load.ts';
import { postmasterOf } from '../process/postmaster.ts';
import { say } from '../process/progress.ts';
import { type BenchSite, credentials, registered } from '../process/site.ts';
import { median } from '../report/statistics.ts';
import { type Cell, figure } from '../report/table.ts';

const NONE = { atMost: 0 };
/** Length of the load around the replica's death, and the moment of the death, in ms. */
const LOAD = 6_000;
const DIES_AT = 2_000;

/** Reads a member's own writes while the replica replays everything a second late. */
export async function ownWrites(
  site: BenchSite,
  replica: RunningPostgres,
  writes: number,
): Promise<Cell[][]> {
  say('replica: own writes, a second late');
  await ask(replica.url, `alter system set recovery_min_apply_delay = '1s'`);
  await ask(replica.url, 'select pg_reload_conf()');
  await registered(site.url, 'writer');
  const writer = new NodeBrowser();
  await writer.send('POST', `${site.url}/api/login`, credentials('writer'));
  const press = { itemType: 'droplet', itemId: 1 };
  const lags: number[] = [];
  let unseen = 0;
  for (let write = 0; write < writes; write += 1) {
    const { method } = write % 2 === 0 ? addFavorite : removeFavorite;
    const { status } = await writer.change(method, site.url + addFavorite.path, press);
    if (status !== 204) throw new Error(`A write was answered with ${status}`);
    const { body } = await writer.get(site.url + listFavorites.path);
    if (body.length !== (write % 2 === 0 ? 1 : 0)) unseen += 1;
    lags.push(await lagOf(site));
  }
  await ask(replica.url, 'alter system reset recovery_min_apply_delay');
  await ask(replica.url, 'select pg_reload_conf()');
  return [
    ['writes of a member, each followed by a read', figure(writes)],
    ['the replica was behind, ms', figure(median(lags) * 1000)],
    ['writes that the next read did not show', figure(unseen, { limit: NONE })],
  ];
}

async function lagOf({ url }: BenchSite): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^database_replica_lag_seconds (\S+)$/m.exec(text)?.[1]);
}

/** Kills the replica while a member reads. */
export async function killed(
  { url, free }: BenchSite,
  replica: RunningPostgres,
  generator: LoadGenerator,
  paths: string[],
): Promise<Cell[][]> {
  say('replica: killed');
  // Lets the replica replay its backlog.
  await sleep(DIES_AT);
  const load = generator.load({ url, paths, headers: { cookie: free }, duration: LOAD });
  const postmaster = await postmasterOf(replica);
  await sleep(DIES_AT);
  process.kill(postmaster, 'SIGKILL');
  const answered = await load.catch((error: Error) => {
    say(error.message);
    return undefined;
  });
  return [
    ['requests while the replica is killed', figure(answered?.requests ?? Number.NaN)],
    // The load ends at its first error.
    ['errors of these', figure(answered ? 0 : 1, { limit: NONE })],
  ];
}
