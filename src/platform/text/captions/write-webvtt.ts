import type { Cue } from './parse-webvtt.ts';

/** Writes cues as a WebVTT file, sorted by time. */
export function writeWebVtt(cues: readonly Cue[]): string {
  const inOrder = [...cues].sort((a, b) => a.start - b.start || a.end - b.end);
  return ['WEBVTT', ...inOrder.map(blockOf)].join('\n\n').concat('\n');
}

function blockOf({ id, start, end, settings, text }: Cue): string {
  const times = `${timestamp(start)} --> ${timestamp(end)}`;
  // An empty line would end the block.
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  return [...(id === '' ? [] : [id]), settings === '' ? times : `${times} ${settings}`, ...lines].join('\n');
}

/** Formats seconds as `00:01.500`, with hours where there are any. */
function timestamp(seconds: number): string {
  const thousandths = Math.round(seconds * 1000);
  const part = (unit: number, base: number, digits: number) =>
    String(Math.floor(thousandths / unit) % base).padStart(digits, '0');
  const hours = Math.floor(thousandths / 3_600_000);
  const rest = `${part(60_000, 60, 2)}:${part(1000, 60, 2)}.${part(1, 1000, 3)}`;
  return hours === 0 ? rest : `${String(hours).padStart(2, '0')}:${rest}`;
}
