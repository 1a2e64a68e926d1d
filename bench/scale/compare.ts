import type { Options } from '../groups.ts';
import { say } from '../process/progress.ts';
import { median, ratios } from '../report/statistics.ts';
import { type Cell, figure, type Limit, type Table } from '../report/table.ts';
import { type Catalogue, scales } from './catalogues.ts';

/** Rounds per question. Both sizes alternate, so that noise affects both. */
const ROUNDS = 51;
const WARM_UP = 4;

/** A request to both catalogues. */
export interface Question {
  name: string;
  /** Returns the path of a round's request. `big` selects the catalogue. */
  path(round: number, big: boolean): string;
  /** Whether to compare the time per item, for responses that grow with the catalogue. */
  perItem?: boolean;
  /** Limit: maximum ratio of the large catalogue's time to the small one's. */
  limit?: Limit;
}

/** Compares uncached response times of the large and the small catalogue. One table per engine. */
export async function compare(
  title: string,
  questions: readonly Question[],
  { quick }: Options,
): Promise<Table[]> {
  const tables: Table[] = [];
  for (const { name, small, big } of await scales()) {
    const rows: Cell[][] = [];
    for (const question of questions) {
      say(`${title}, ${name}: ${question.name}`);
      const few: Asked[] = [];
      const many: Asked[] = [];
      for (let round = 0; round < WARM_UP + (quick ? 3 : ROUNDS); round += 1) {
        const turns = [
          await ask(small, question, round, false),
          await ask(big, question, round, true),
        ] as const;
        if (round < WARM_UP) continue;
        few.push(turns[0]);
        many.push(turns[1]);
      }
      rows.push(rowOf(question, few, many));
    }
    tables.push({
      title: `${title}, ${name}`,
      columns: ['Question', '1,000 droplets, ms', '100,000 droplets, ms', 'Times as long'],
      rows,
    });
  }
  return tables;
}

interface Asked {
  time: number;
  items: number;
}

async function ask(catalogue: Catalogue, question: Question, round: number, big: boolean): Promise<Asked> {
  await catalogue.write();
  const url = question.path(round, big);
  const begun = performance.now();
  const response = await catalogue.app.inject({
    method: 'GET',
    url,
    headers: { cookie: 'stillwater_entered=1' },
  });
  const time = performance.now() - begun;
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  return { time, items: question.perItem ? (response.json() as unknown[]).length : 1 };
}

function rowOf({ name, perItem, limit }: Question, few: readonly Asked[], many: readonly Asked[]): Cell[] {
  const times = (results: readonly Asked[]) => results.map(({ time }) => time);
  const perOne = (results: readonly Asked[]) => results.map(({ time, items }) => time / items);
  return [
    perItem ? `${name}, for each item` : name,
    figure(median(times(few)), { digits: 2 }),
    figure(median(times(many)), { digits: 2 }),
    // Shows medians only, because extremes are disturbances of the machine.
    figure(median(ratios(perOne(many), perOne(few))), { digits: 2, ...(limit && { limit }) }),
  ];
}
