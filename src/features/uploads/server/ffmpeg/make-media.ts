import { rm, stat } from 'node:fs/promises';
import { HOUR, MINUTE } from '#platform/text/time-units.ts';
import { isPlayedSound, MAX_DURATION, makingArguments, measuringArguments } from './arguments.ts';
import { isEven, type Loudness, readLoudness } from './loudness.ts';
import { type MediaPlan, planMedia } from './plan.ts';
import { type MediaFacts, probe } from './probe.ts';
import type { MediaPrograms } from './programs.ts';
import { IDLE_FOR, ProgramFailed, runProgram } from './run-program.ts';

export interface MadeFile {
  path: string;
  bytes: number;
  width: number | null;
  height: number | null;
}

interface MakeOptions {
  programs: MediaPrograms;
  source: string;
  /** Returns the path of the file with this shorter side; null: of the sound. */
  pathOf: (side: number | null) => string;
  signal?: AbortSignal;
  /** Called with whole percents, each once. */
  onPercent?: (percent: number) => void;
}

/** Share of the progress for measuring the loudness, in percent. */
const MEASURING = 10;
/** Time limit in ms: a minimum, and a part for each second of the original. */
const MIN_TIMEOUT = 10 * MINUTE;
const TIMEOUT_PER_SECOND = 20_000;
const MAX_TIMEOUT = 8 * HOUR;
/** Minimum share of the original's duration in the result. A truncated file gives less. */
const WHOLE = 0.95;

/** The original is truncated. */
export class MediaCutOff extends Error {}

/**
 * Makes the files for readers: upright SDR films in H.264 and AAC, or one sound in AAC, at equal loudness and
 * without metadata. Throws `ProgramFailed` or {@link MediaCutOff}, and then leaves no file.
 */
export async function makeMedia(options: MakeOptions): Promise<MadeFile[]> {
  const { programs, source, pathOf, signal, onPercent = () => {} } = options;
  const facts = await probe(programs, source);
  const plan = planMedia(facts);
  const targets = facts.video ? plan.sizes.map(({ side }) => pathOf(side)) : [pathOf(null)];
  const run = (args: string[], from: number, to: number) =>
    runProgram(programs, 'ffmpeg', args, {
      timeout: timeoutOf(facts.duration),
      // An idle machine needs a third of this time.
      idleFor: Math.max(IDLE_FOR, (facts.duration ?? 0) * 1000),
      ...(signal ? { signal } : {}),
      onLine: percents(facts.duration, from, to, onPercent),
    });
  try {
    const loudness = facts.audio
      ? readLoudness((await run(measuringArguments(source), 0, MEASURING)).errors)
      : undefined;
    const kept = copies(facts, loudness) ? undefined : (loudness ?? null);
    await run(makingArguments({ source, facts, plan, loudness: kept, targets }), MEASURING, 99);
    await assertWhole(programs, facts, targets[0] ?? '');
    return await Promise.all(targets.map((path, index) => describe(path, plan, index)));
  } catch (error) {
    for (const path of targets) await rm(path, { force: true });
    throw error;
  }
}

const copies = ({ audio }: MediaFacts, loudness: Loudness | null | undefined) =>
  Boolean(audio && loudness && isPlayedSound(audio) && isEven(loudness));

/** A file without a duration gets the limit of the longest one. */
const timeoutOf = (duration: number | null) =>
  Math.min(MAX_TIMEOUT, Math.max(MIN_TIMEOUT, (duration ?? MAX_DURATION) * TIMEOUT_PER_SECOND));

/** Converts ffmpeg's progress lines to percents. Files without a duration get none. */
function percents(duration: number | null, from: number, to: number, onPercent: (percent: number) => void) {
  let last = -1;
  return (line: string) => {
    const time = /^out_time_us=(\d{1,15})$/.exec(line)?.[1];
    if (time === undefined || duration === null) return;
    const done = Math.min(1, Number(time) / 1e6 / duration);
    const percent = Math.floor(from + done * (to - from));
    if (percent > last) onPercent(percent);
    last = Math.max(last, percent);
  };
}

async function assertWhole(programs: MediaPrograms, before: MediaFacts, path: string): Promise<void> {
  const after = await probe(programs, path);
  if (!after.video && !after.audio) throw new ProgramFailed('refused', 'the result has no stream');
  // Tolerance of half a second: short films lose a part of a frame at both ends.
  if (before.duration !== null && (after.duration ?? 0) < before.duration * WHOLE - 0.5)
    throw new MediaCutOff(`${after.duration} of ${before.duration} s`);
}

async function describe(path: string, { sizes }: MediaPlan, index: number): Promise<MadeFile> {
  const size = sizes[index];
  return { path, bytes: (await stat(path)).size, width: size?.width ?? null, height: size?.height ?? null };
}
