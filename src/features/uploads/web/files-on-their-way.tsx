import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { ErrorNote } from '#platform/design/state/error-note.tsx';

/** Registers a file that is being sent, and returns a function that unregisters it. */
type Register = (name: string) => () => void;

/** Context by which uploads tell the surrounding form of files that are being sent. */
export const FilesOnTheirWay = createContext<Register | null>(null);

/** Tells the surrounding form that a file is on its way; null for none. */
export function useOnItsWay(name: string | null): void {
  const register = use(FilesOnTheirWay);
  useEffect(() => (name === null ? undefined : register?.(name)), [register, name]);
}

export interface Files {
  names: readonly string[];
  register: Register;
}

/** Says what becomes of files that are on their way when their form is left; undefined without any. */
export function stopNote([name, ...others]: readonly string[]): string | undefined {
  if (name === undefined) return undefined;
  return others.length === 0
    ? `The upload of ${name} stops. Choose the same file again to go on.`
    : `The uploads of ${others.length + 1} files stop. Choose the same files again to go on.`;
}

/** Names of the files that are on their way, for a form that waits for them. */
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
  /** Calls `save` once no file is on its way; earlier it shows the note. */
  orWait(save: () => void): void;
  /** Says which file a save has to wait for. */
  note: ReactNode;
}

/** Holds back a save without its files: their addresses come with the end of their uploads. */
export function useFilesFirst(names: readonly string[]): FilesFirst {
  /** Saves that came too early. */
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

/** Scrolls to the note, which may be far from somebody who saves with a key. */
const intoView = (note: HTMLElement | null) => note?.scrollIntoView({ block: 'center' });
