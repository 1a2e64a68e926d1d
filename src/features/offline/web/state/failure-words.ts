import { formatSize } from './device.ts';
import type { Run } from './keep-state.ts';

/** Maximum number of titles in a sentence. */
const NAMED = 3;

/** Explains why something could not be kept. `noun` names it in a sentence: 'This wave'. */
export function failureWords({ needs, failure }: Run, noun: string): { title: string; description: string } {
  if (failure?.kind === 'no-room') {
    const free = failure.free === undefined ? '' : `, ${formatSize(failure.free)} are free`;
    return {
      title: 'Not enough room',
      description:
        `${noun} needs ${formatSize(needs.bytes)}${free}. ` +
        'Remove something you kept, or keep single droplets.',
    };
  }
  if (failure?.kind === 'refused')
    return {
      title: 'Some files are missing',
      description: `${listOf(failure.titles)} could not be kept. Please try again later.`,
    };
  return { title: 'It could not be kept', description: 'Please check your connection and try again.' };
}

function listOf(titles: readonly string[]): string {
  const others = titles.length - NAMED;
  const named = others > 0 ? [...titles.slice(0, NAMED), `${others} more`] : titles;
  return new Intl.ListFormat('en').format(named);
}
