import type { Row } from './run.ts';
import { compare, scales } from './scales.ts';

const explore = (query: string) => () => `/api/explore/droplets?limit=40&${query}`;

/** Searches and keywords: how much longer they take on the server when the catalogue is a hundred times as large. */
export async function benchSearch(): Promise<Row[]> {
  const rows = await compare([
    { name: 'a rare word (in one droplet)', path: explore('q=777') },
    { name: 'a common word (in half of all)', path: explore('q=calm') },
    { name: 'two common words', path: explore('q=calm+shore') },
    { name: 'five common words, never together', path: explore('q=calm+shore+moon+stone+rain') },
    { name: 'a common and a rare word', path: explore('q=calm+777') },
    { name: 'a beginning of one letter', path: explore('q=s') },
    { name: 'a beginning of two letters', path: explore('q=st') },
    { name: 'a beginning of five letters', path: explore('q=morni') },
    { name: 'a word with a typing error', path: explore('q=mornnig') },
    { name: 'a word that is nowhere', path: explore('q=xylophone') },
    { name: 'a keyword', path: explore('keyword=calm') },
    { name: 'a keyword and a word', path: explore('keyword=calm&q=moon') },
    { name: 'the keywords', path: () => '/api/explore/keywords' },
  ]);
  for (const { engine, seeded } of await scales())
    rows.push({
      name: `putting in 100,000 droplets with their index, ${engine}`,
      value: `${Math.round(seeded)} s`,
    });
  return rows;
}
