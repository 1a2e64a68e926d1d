/** Written lines into timed cues: when each line appears, how long it stays, and the WebVTT text. */

export interface Cue {
  from: number;
  to: number;
  text: string;
}

interface Timing {
  cues: Cue[];
  seconds: number;
}

const LEAD = 1.2;
const GAP = 0.5;
const TAIL = 2.2;
const MIN_LENGTH = 21;

/** A line stays two seconds and then a little for every letter; short scripts get more room between lines. */
export function timing(lines: string[], least = MIN_LENGTH): Timing {
  const needs = lines.map((l) => Math.min(6.4, Math.max(2.8, 1.9 + l.length * 0.048)));
  const plain = LEAD + needs.reduce((a, b) => a + b, 0) + GAP * (lines.length - 1) + TAIL;
  const spare = Math.max(0, least - plain) / lines.length;
  const cues: Cue[] = [];
  let t = LEAD;
  lines.forEach((text, i) => {
    const stay = needs[i]! + Math.min(spare, 2) * 0.7;
    cues.push({ from: t, to: t + stay, text });
    t += needs[i]! + spare + GAP;
  });
  return { cues, seconds: Math.ceil(Math.max(plain, least)) };
}

const stamp = (s: number): string => {
  const ms = Math.round(s * 1000);
  const pad = (v: number, n: number): string => String(v).padStart(n, '0');
  const clock = [Math.floor(ms / 3600000), Math.floor(ms / 60000) % 60, Math.floor(ms / 1000) % 60];
  return `${clock.map((part) => pad(part, 2)).join(':')}.${pad(ms % 1000, 3)}`;
};

/** Breaks a long line near its middle, at a space, so it never runs wide on a phone. */
function fold(text: string): string {
  if (text.length <= 38) return text;
  const mid = text.length / 2;
  let best = -1;
  for (let i = text.indexOf(' '); i >= 0; i = text.indexOf(' ', i + 1)) {
    const bonus = /[.,;:?]/.test(text[i - 1]!) ? 7 : 0;
    if (
      best < 0 ||
      Math.abs(i - mid) - bonus < Math.abs(best - mid) - (/[.,;:?]/.test(text[best - 1]!) ? 7 : 0)
    )
      best = i;
  }
  return best < 0 ? text : `${text.slice(0, best)}\n${text.slice(best + 1)}`;
}

/** The WebVTT file for some cues. */
export const vtt = (cues: Cue[]): string => {
  const entries = cues.map((c, i) => `${i + 1}\n${stamp(c.from)} --> ${stamp(c.to)}\n${fold(c.text)}\n`);
  return `WEBVTT\n\n${entries.join('\n')}`;
};

/** Reads WebVTT back into cues; throws on anything it does not understand. */
export function parseVtt(text: string): Cue[] {
  const blocks = text.replace(/\r/g, '').trim().split(/\n\n+/);
  if (!/^WEBVTT\s*(\n|$)/.test(blocks.shift() ?? '')) throw new Error('no WEBVTT line');
  let last = 0;
  return blocks.map((b) => {
    const lines = b.split('\n');
    const at = lines.findIndex((l) => l.includes('-->'));
    const m = /^(\d+):(\d\d):(\d\d\.\d{3}) --> (\d+):(\d\d):(\d\d\.\d{3})$/.exec(lines[at] ?? '');
    if (!m) throw new Error(`bad cue: ${b}`);
    const from = +m[1]! * 3600 + +m[2]! * 60 + +m[3]!;
    const to = +m[4]! * 3600 + +m[5]! * 60 + +m[6]!;
    const words = lines
      .slice(at + 1)
      .join('\n')
      .trim();
    if (to <= from || from < last || !words) throw new Error(`bad cue: ${b}`);
    last = to;
    return { from, to, text: words };
  });
}
