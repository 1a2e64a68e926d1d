import { useSyncExternalStore } from 'react';
import { keepItem, type Progress } from '../store/keep-item.ts';
import { holds, type Kept, type KeptRef } from '../store/kept.ts';
import { onKeptChange, readKept } from '../store/kept-index.ts';
import { freeRoom } from './device.ts';
import { findNeeds, type Needs } from './find-needs.ts';

/* State of the kept items in this tab, and the downloads that it runs. Downloads go on while the reader
   turns pages. */

/** What one panel keeps: a wave, a droplet or all favorites. */
export interface Subject {
  /** Who keeps it: the account's id, or null for a visitor. */
  owner: number | null;
  /** Tells the downloads of panels apart. */
  name: string;
  refs: KeptRef[];
}

export type Failure = { kind: 'no-room'; free: number | undefined } | { kind: 'failed' };

export interface Run extends Progress {
  needs: Needs;
  failure: Failure | null;
  stop(): void;
}

interface KeepState {
  /** Undefined until it is read. */
  kept: Kept | null | undefined;
  /** Downloads by the subject's name. */
  runs: Readonly<Record<string, Run>>;
}

let state: KeepState = { kept: undefined, runs: {} };
const listeners = new Set<() => void>();

function set(change: Partial<KeepState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

function setRun(name: string, run: Run | null): void {
  const { [name]: _, ...others } = state.runs;
  set({ runs: run ? { ...others, [name]: run } : others });
}

const read = () => void readKept().then((kept) => set({ kept }));
let isFollowing = false;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!isFollowing) {
    isFollowing = true;
    onKeptChange(read);
    read();
  }
  return () => listeners.delete(listener);
}

/** Stands for the needs until the sizes are known. */
const NO_NEEDS: Needs = { lessons: 0, away: 0, bytes: 0 };
const UNKNOWN: KeepState = { kept: undefined, runs: {} };

/** What is kept, and what is being downloaded. */
export const useKeepState = (): KeepState =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => UNKNOWN,
  );

/** Downloads what a subject lacks. A second call while it runs does nothing. */
export async function keep(subject: Subject, known?: Needs): Promise<void> {
  const { name, refs } = subject;
  const running = state.runs[name];
  if (running && !running.failure) return;
  const aborter = new AbortController();
  let run: Run = { needs: known ?? NO_NEEDS, done: 0, bytes: 0, failure: null, stop: () => aborter.abort() };
  setRun(name, run);
  // Not awaited: Firefox asks the person for permission, who need not answer.
  void navigator.storage?.persist?.().catch(() => false);
  try {
    run = { ...run, needs: known ?? (await findNeeds(refs)) };
    const free = await freeRoom();
    // Stopped while the sizes were asked for.
    aborter.signal.throwIfAborted();
    if (free !== undefined && run.needs.bytes > free) {
      setRun(name, { ...run, failure: { kind: 'no-room', free } });
      return;
    }
    await keepAll(subject, aborter.signal, (progress) => setRun(name, { ...run, ...progress }));
    setRun(name, null);
  } catch (error) {
    if (aborter.signal.aborted) setRun(name, null);
    else setRun(name, { ...run, failure: await explain(error) });
  }
}

async function keepAll(
  { owner, refs }: Subject,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  let before: Progress = { done: 0, bytes: 0 };
  for (const ref of refs) {
    const kept = await readKept();
    if (kept?.owner === owner && holds(kept, ref)) continue;
    let last = before;
    await keepItem(ref, {
      owner,
      signal,
      onProgress({ done, bytes }) {
        last = { done: before.done + done, bytes: before.bytes + bytes };
        if (!signal.aborted) onProgress(last);
      },
    });
    before = last;
  }
}

async function explain(error: unknown): Promise<Failure> {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  return isFull ? { kind: 'no-room', free: await freeRoom() } : { kind: 'failed' };
}
