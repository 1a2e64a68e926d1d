import { parseArgs } from 'node:util';
import { databaseGone } from './database-gone.ts';
import { diskFull } from './disk-full.ts';
import { kill } from './kill.ts';
import { memory } from './memory.ts';
import { CannotRun, type Finding, printFinding, say, writeFinding } from './report.ts';
import { rolling } from './rolling.ts';
import { ENGINES, type Engine } from './scratch.ts';
import { twoNodes } from './two-nodes.ts';
import { uploads } from './uploads/uploads.ts';
import { visits } from './visits/visits.ts';

/*
 * npm run faults -- <script> [options]: disturbs the real program, and exits with 1 when it breaks a promise.
 * --write puts the figures into docs/operations.md.
 */

const USAGE = `npm run faults -- <script> [options] [--write]
  nodes     --rounds 5 --seconds 10 --proxy caddy|node  two nodes against one
  kill      --rounds 30 --engine both|sqlite|postgres   SIGKILL while people write
  postgres  --seconds 20 [--freeze]                     PostgreSQL stopped, or silent, under load
  disk      --seconds 10                                a full disk (needs to mount a small one)
  uploads   --rounds 24 --engine both|sqlite|postgres   films: SIGKILL, a full disk, endless and bad files
  rolling   --rounds 3 --proxy caddy|node               two nodes restarted in turn under load
  visits    --requests 10000 --engine both|sqlite|postgres counters against nginx's log, counted by goaccess
  memory    --requests 1000000 --engine sqlite|postgres memory over many requests
--write puts the figures into docs/operations.md.`;

const { positionals, values } = readArguments();
const [script = ''] = positionals;

const scripts: Record<string, () => Promise<Finding>> = {
  nodes: () => twoNodes(amount('rounds', 5), amount('seconds', 10), proxy()),
  kill: () => kill(engines('both'), amount('rounds', 30)),
  postgres: () => databaseGone(amount('seconds', 20), values.freeze === true),
  disk: () => diskFull(amount('seconds', 10)),
  uploads: () => uploads(engines('both'), amount('rounds', 24)),
  rolling: () => rolling(amount('rounds', 3), proxy()),
  visits: () => visits(engines('both'), amount('requests', 10_000)),
  memory: () => memory(engines('sqlite')[0] ?? 'sqlite', amount('requests', 1_000_000)),
};

const run = scripts[script];
if (!run || positionals.length !== 1) usage();
say(script);
const finding = await run().catch((error: unknown) => {
  if (!(error instanceof CannotRun)) throw error;
  console.error(error.message);
  process.exit(2);
});
printFinding(finding);
if (values.write) {
  const options = process.argv.slice(3).filter((word) => word !== '--write');
  writeFinding(values.freeze ? `${script}-freeze` : script, [script, ...options].join(' '), finding);
}
process.exit(finding.broken.length > 0 ? 1 : 0);

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        requests: { type: 'string' },
        engine: { type: 'string' },
        proxy: { type: 'string' },
        freeze: { type: 'boolean' },
        write: { type: 'boolean' },
      },
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return usage();
  }
}

function usage(): never {
  console.error(USAGE);
  process.exit(2);
}

function amount(name: 'rounds' | 'seconds' | 'requests', usual: number): number {
  const given = values[name];
  if (given === undefined) return usual;
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given);
  console.error(`--${name} needs a whole number, such as --${name} ${usual}`);
  return usage();
}

function engines(usual: Engine | 'both'): readonly Engine[] {
  const given = values.engine ?? usual;
  if (given === 'both') return ENGINES;
  if (given === 'sqlite' || given === 'postgres') return [given];
  console.error('--engine is sqlite, postgres or both');
  return usage();
}

function proxy(): 'caddy' | 'node' | undefined {
  const { proxy: given } = values;
  if (given === undefined || given === 'caddy' || given === 'node') return given;
  console.error('--proxy is caddy or node');
  return usage();
}
