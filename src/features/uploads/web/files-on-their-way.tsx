import { createContext, type ReactNode, use, useCallback, useEffect, useEffectEvent, useState } from 'react';

/** Registers a file that is being sent, and returns a function to call at its end. */
type Register = (name: string) => (hasArrived: boolean) => void;

/** Context by which uploads announce files being sent to the surrounding form. */
export const FilesOnTheirWay = createContext<Register | null>(null);

/** Announces a file being sent to the surrounding form; null: none. */
export function useOnItsWay(name: string | null, hasArrived: boolean): void {
  const register = use(FilesOnTheirWay);
  const arrived = useEffectEvent(() => hasArrived);
  useEffect(() => {
    if (name === null) return;
    const end = register?.(name);
    return () => end?.(arrived());
  }, [register, name]);
}

export interface Files {
  names: readonly string[];
  /** Number of files that failed or were given up. */
  lost: number;
  register: Register;
}

/** Explains what happens to files being sent when their form is closed; undefined without any. */
export function stopNote([name, ...others]: readonly string[]): string | undefined {
  if (name === undefined) return undefined;
  return others.length === 0
    ? `The upload of ${name} stops. Choose the same file again to go on.`
    : `The uploads of ${others.length + 1} files stop. Choose the same files again to go on.`;
}

/** Returns names of files being sent, for a form that waits for them. */
export function useFilesOnTheirWay(): Files {
  const [files, setFiles] = useState<readonly { name: string }[]>([]);
  const [lost, setLost] = useState(0);
  const register = useCallback((name: string) => {
    const file = { name };
    setFiles((all) => [...all, file]);
    return (hasArrived: boolean) => {
      setFiles((all) => all.filter((each) => each !== file));
      if (!hasArrived) setLost((count) => count + 1);
    };
  }, []);
  return { names: files.map(({ name }) => name), lost, register };
}

interface FilesFirst<Kind> {
  /** Saves once no file is on its way. */
  save(kind: Kind): void;
  /** Says which file a save waits for. */
  note: ReactNode;
}

/**
 * Delays a save until all files are sent, because their addresses come with the end of their uploads. The
 * save then uses the latest values of the form. After a failed or canceled upload it does not run.
 */
export function useFilesFirst<Kind = void>(
  { names, lost }: Files,
  save: (kind: Kind) => void,
): FilesFirst<Kind> {
  const [early, setEarly] = useState<{ kind: Kind; lost: number } | null>(null);
  const isWaiting = early?.lost === lost;
  const isSending = names.length > 0;
  const saveLatest = useEffectEvent(() => {
    if (early && isWaiting) save(early.kind);
    setEarly(null);
  });
  useEffect(() => {
    if (!isSending) saveLatest();
  }, [isSending]);
  return {
    save(kind) {
      if (isSending) setEarly({ kind, lost });
      else save(kind);
    },
    note:
      isWaiting && isSending ? (
        <p className="hint" role="alert" ref={intoView}>
          {names.length === 1
            ? `${names[0]} is still uploading. This is saved as soon as it is there.`
            : `${names.length} files are still uploading. This is saved as soon as they are there.`}
        </p>
      ) : null,
  };
}

/** Scrolls to the note, which may be off screen for a person who saves with a key. */
const intoView = (note: HTMLElement | null) => note?.scrollIntoView({ block: 'center' });
