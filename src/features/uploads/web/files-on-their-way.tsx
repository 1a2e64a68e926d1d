import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { ErrorNote } from '#platform/design/state/error-note.tsx';

/** Registers a file that is being sent, and returns a function that unregisters it. */
type Register = (name: string) => () => void;

/** Context by which uploads announce files being sent to the surrounding form. */
export const FilesOnTheirWay = createContext<Register | null>(null);

/** Announces a file being sent to the surrounding form; null: none. */
export function useOnItsWay(name: string | null): void {
  const register = use(FilesOnTheirWay);
  useEffect(() => (name === null ? undefined : register?.(name)), [register, name]);
}

export interface Files {
  names: readonly string[];
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
  const register = useCallback((name: string) => {
    const file = { name };
    setFiles((all) => [...all, file]);
    return () => setFiles((all) => all.filter((each) => each !== file));
  }, []);
  return { names: files.map(({ name }) => name), register };
}

interface FilesFirst {
  /** Calls `save` when no file is being sent; otherwise shows the note. */
  orWait(save: () => void): void;
  /** Names the file that a save has to wait for. */
  note: ReactNode;
}

/** Delays a save until all files are sent, because their addresses come with the end of their uploads. */
export function useFilesFirst(names: readonly string[]): FilesFirst {
  /** Number of saves that were attempted too early. */
  const [early, setEarly] = useState(0);
  const isSending = names.length > 0;
  useEffect(() => {
    if (!isSending) setEarly(0);
  }, [isSending]);
  return {
    orWait(save) {
      if (isSending) setEarly((count) => count + 1);
      else save();
    },
    note:
      early > 0 && isSending ? (
        <ErrorNote role="alert" key={early} ref={intoView}>
          {names.length === 1
            ? `${names[0]} is still uploading. Save when it is there.`
            : `${names.length} files are still uploading. Save when they are there.`}
        </ErrorNote>
      ) : null,
  };
}

/** Scrolls to the note, which may be off screen for a person who saves with a key. */
const intoView = (note: HTMLElement | null) => note?.scrollIntoView({ block: 'center' });
