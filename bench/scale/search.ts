import type { Measure } from '../groups.ts';
import { closeScales, scales } from './catalogues.ts';
import { compare, type Question } from './compare.ts';

const explore = (query: string) => () => `/api/explore/droplets?limit=40&${query}`;

const questions: Question[] = [
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
];

/** Measures searches and keywords in a catalogue that is a hundred times as large. */
export const measure: Measure = async (options) => {
  const tables = await compare('Search', options.quick ? questions.slice(0, 2) : questions, options);
  const seeded = (await scales()).map(({ name, seeded }) => `${name} ${Math.round(seeded)} s`);
  const [last] = tables.slice(-1);
  if (last) last.note = `Putting in 100,000 droplets with their index took: ${seeded.join(', ')}.`;
  return tables;
};

export const close = closeScales;
