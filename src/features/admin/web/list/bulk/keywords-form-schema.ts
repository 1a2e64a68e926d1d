import { SomeKeywords } from '#features/catalogue/contract/form-schemas.ts';
import { keywordsOf } from '../../editor/keywords/keywords.ts';

/** Parses typed keywords by the server's rule. Otherwise returns the problem with the keyword. */
export function readKeywords(text: string): { keywords: string[] } | { problem: string } {
  const { data, error } = SomeKeywords.safeParse(text);
  if (data) return { keywords: data };
  const { path = [], message = '' } = error?.issues[0] ?? {};
  const word = keywordsOf(text)[Number(path[0])];
  return { problem: word === undefined ? message : `“${word}”: ${message}` };
}
