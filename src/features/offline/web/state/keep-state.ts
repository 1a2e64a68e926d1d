import { useSyncExternalStore } from 'react';
import { keepItem } from '../store/keep-item.ts';
import { holds, type Kept, type KeptRef } from '../store/kept.ts';
import { Refused } from '../store/kept-files.ts';
import { onKeptChange, readKept } from '../store/kept-index.ts';
import type { Progress } from '../store/store-item.ts';
import { freeRoom } from './device.ts';
import { findNeeds, type Needs } from './find-needs.ts';

/*
 * State of the kept items in this tab, and its downloads. Downloads continue while the reader moves between
 * pages.
 */

/** Subject of a panel: a wave, a droplet or all favorites. */
export interface Subject {
  /** Owner: the account's id, or null for a visitor. */
  owner: number | null;
  /** Identifies the download of a panel. */
  name: string;
  refs: (KeptRef & { title: string })[];
}

export type Failure =
  | { kind: 'no-room'; free: number | undefined }
  /** The server refuses some items; the others are kept. */
  | { kind: 'refused'; titles: string[] }
  | { kind: 'failed' };

export interface Run extends Progress {
  needs: Needs;
  failure: Failure | null;
  stop(): void;
}

interface KeepState {
  /** Undefined until the index is read. */
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

/** Used until the sizes are known. */
const NO_NEEDS: Needs = { lessons: 0, away: 0, bytes: 0 };
const UNKNOWN: KeepState = { kept: undefined, runs: {} };

/** Returns the kept items and the running downloads. */
export const useKeepState = (): KeepState =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => UNKNOWN,
  );

/**
 * Downloads the missing parts of a subject. Returns the cause of a failure; null after success or a stop. A
 * second call during the first has no effect.
 */
export async function keep(subject: Subject, known?: Needs): Promise<Run | null> {
  const { name, refs } = subject;
  const running = state.runs[name];
  if (running && !running.failure) return null;
  const aborter = new AbortController();
  let run: Run = { needs: known ?? NO_NEEDS, done: 0, bytes: 0, failure: null, stop: () => aborter.abort() };
  const end = (failure: Failure | null) => {
    const failed = failure && { ...run, failure };
    setRun(name, failed);
    return failed;
  };
  setRun(name, run);
  // Not awaited, because Firefox asks the person for permission, and may never get an answer.
  void navigator.storage?.persist?.().catch(() => false);
  try {
    run = { ...run, needs: known ?? (await findNeeds(refs)) };
    const free = await freeRoom();
    // The reader may have stopped the download while the sizes were requested.
    aborter.signal.throwIfAborted();
    if (free !== undefined && run.needs.bytes > free) return end({ kind: 'no-room', free });
    const titles = await keepAll(subject, aborter.signal, (progress) =>
      setRun(name, { ...run, ...progress }),
    );
    return end(titles.length === 0 ? null : { kind: 'refused', titles });
  } catch (error) {
    return end(aborter.signal.aborted ? null : await explain(error));
  }
}

/** Keeps items one after another. Returns the titles of refused ones. */
async function keepAll(
  { owner, refs }: Subject,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<string[]> {
  const refused: string[] = [];
  let before: Progress = { done: 0, bytes: 0 };
  for (const ref of refs) {
    const kept = await readKept();
    if (kept?.owner === owner && holds(kept, ref)) continue;
    let last = before;
    try {
      await keepItem(ref, {
        owner,
        signal,
        onProgress({ done, bytes }) {
          last = { done: before.done + done, bytes: before.bytes + bytes };
          if (!signal.aborted) onProgress(last);
        },
      });
      before = last;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused.push(ref.title);
    }
  }
  return refused;
}

async function explain(error: unknown): Promise<Failure> {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  return isFull ? { kind: 'no-room', free: await freeRoom() } : { kind: 'failed' };
}
