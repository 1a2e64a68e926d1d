import { hash, verify } from '@node-rs/argon2';
import type { Options } from './groups.ts';
import { withCleanup } from './process/cleanup.ts';
import { say } from './process/progress.ts';
import { credentials, postJson, registered, startBenchSite } from './process/site.ts';
import { median, ratios } from './report/statistics.ts';
import { figure, spread, type Table } from './report/table.ts';

/** Number of rounds. With the warm-up it is below the limit of login attempts in 15 minutes. */
const ROUNDS = 31;
const WARM_UP = 4;

/** Compares a login with the argon2 verification alone. */
export function measure({ quick }: Options): Promise<Table[]> {
  return withCleanup(async (later) => {
    say('login');
    const site = await startBenchSite();
    later(() => site.stop());
    const account = credentials('swimmer');
    await registered(site.url, account.username);
    const stored = await hash(account.password);
    const login = async (body: object, status: number) => {
      const response = await postJson(`${site.url}/api/login`, body);
      await response.arrayBuffer();
      if (response.status !== status) throw new Error(`The login was answered with ${response.status}`);
    };

    const turns: Record<'ours' | 'unknown' | 'bare', (round: number) => Promise<unknown>> = {
      ours: () => login(account, 200),
      unknown: (round) => login({ ...account, username: `nobody-${round}` }, 401),
      bare: () => verify(stored, account.password),
    };
    const times = { ours: [] as number[], unknown: [] as number[], bare: [] as number[] };
    for (let round = 0; round < (quick ? 3 : ROUNDS) + WARM_UP; round += 1)
      for (const [name, turn] of Object.entries(turns) as [keyof typeof times, (typeof turns)['ours']][]) {
        const begun = performance.now();
        await turn(round);
        if (round >= WARM_UP) times[name].push(performance.now() - begun);
      }

    const row = (title: string, ours: number[]) => [
      title,
      figure(median(ours), { digits: 1 }),
      spread(ratios(ours, times.bare), { digits: 2 }),
    ];
    return [
      {
        title: 'Signing in, SQLite',
        columns: ['Call', 'ms', 'Times argon2 alone'],
        rows: [
          row('the right password', times.ours),
          row('a name that nobody has', times.unknown),
          ['argon2 alone', figure(median(times.bare), { digits: 1 }), figure(1)],
        ],
      },
    ];
  });
}
