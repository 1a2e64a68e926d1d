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
  /** Returns the path of the file of a shorter side; null for sound. */
  pathOf: (side: number | null) => string;
  signal?: AbortSignal;
  /** Gets whole percents, each once. */
  onPercent?: (percent: number) => void;
}

/** Share of the time that measuring the loudness takes, in percent. */
const MEASURING = 10;
/** Time limit in ms: at least, and for each second of the original. */
const MIN_TIMEOUT = 10 * MINUTE;
const TIMEOUT_PER_SECOND = 20_000;
const MAX_TIMEOUT = 8 * HOUR;
/** Share of the original that must be in the result. A file that ends in the middle gives less. */
const WHOLE = 0.95;

/** The original ends in the middle. */
export class MediaCutOff extends Error {}

/**
 * Makes the files that readers get: upright SDR films in H.264 and AAC, or one sound in AAC, at equal
 * loudness and without metadata. Throws `ProgramFailed` or {@link MediaCutOff}, and then leaves no file.
 */
export async function makeMedia(options: MakeOptions): Promise<MadeFile[]> {
  const { programs, source, pathOf, signal, onPercent = () => {} } = options;
  const facts = await probe(programs, source);
  const plan = planMedia(facts);
  const targets = facts.video ? plan.sizes.map(({ side }) => pathOf(side)) : [pathOf(null)];
  const run = (args: string[], from: number, to: number) =>
    runProgram(programs, 'ffmpeg', args, {
      timeout: timeoutOf(facts.duration),
      // A machine with time to spare needs a third of it.
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

/** A file that does not say its duration may have the longest one. */
const timeoutOf = (duration: number | null) =>
  Math.min(MAX_TIMEOUT, Math.max(MIN_TIMEOUT, (duration ?? MAX_DURATION) * TIMEOUT_PER_SECOND));

/** Reads ffmpeg's progress lines. Files that do not say their duration have no percents. */
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
  // Half a second: short films lose a part of a frame at both ends.
  if (before.duration !== null && (after.duration ?? 0) < before.duration * WHOLE - 0.5)
    throw new MediaCutOff(`${after.duration} of ${before.duration} s`);
}

async function describe(path: string, { sizes }: MediaPlan, index: number): Promise<MadeFile> {
  const size = sizes[index];
  return { path, bytes: (await stat(path)).size, width: size?.width ?? null, height: size?.height ?? null };
}
