import { parseArgs } from 'node:util';
import { families, groups, type Options, onlyNamed } from './groups.ts';

export interface Command extends Options {
  /** Names in run order. */
  groups: string[];
  /** Whether to write the figures into docs/performance.md. */
  write: boolean;
}

const RUNS = 3;

/** Parses the command line. Throws a readable error. */
export function readArguments(args: string[]): Command {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      runs: { type: 'string' },
      minutes: { type: 'string' },
      rate: { type: 'string' },
      engine: { type: 'string' },
    },
  });
  const named = new Set(positionals.flatMap((name) => families[name] ?? [name]));
  const unknown = [...named].filter((name) => !(name in groups));
  if (unknown.length > 0)
    throw new Error(
      `There is no benchmark ${unknown.join(', ')}; there are ` +
        `${[...Object.keys(families), ...Object.keys(groups)].join(', ')}.`,
    );
  const runs = values.runs ?? (values.quick ? '1' : String(RUNS));
  if (!/^[1-9]\d?$/.test(runs)) throw new Error('--runs needs a whole number from 1 to 99, such as --runs 3');
  const { engine } = values;
  if (engine !== undefined && engine !== 'sqlite' && engine !== 'postgres')
    throw new Error('--engine is sqlite or postgres');
  if (values.quick && values.write) throw new Error('A quick run measures too little for --write.');
  return {
    groups: Object.keys(groups).filter((name) =>
      named.size === 0 ? !onlyNamed.includes(name) : named.has(name),
    ),
    quick: values.quick,
    write: values.write,
    runs: Number(runs),
    minutes: wholeNumber('minutes', values.minutes),
    rate: wholeNumber('rate', values.rate),
    engine,
  };
}

function wholeNumber(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(given)) throw new Error(`--${name} needs a whole number, such as --${name} 120`);
  return Number(given);
}
