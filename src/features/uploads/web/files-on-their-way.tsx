import { createContext, use, useCallback, useEffect, useState } from 'react';

/** Registers a file that is being sent, and returns what ends that. */
type Register = (name: string) => () => void;

/** Around uploads whose surrounding form must know of them. */
export const FilesOnTheirWay = createContext<Register | null>(null);

/** Tells the surrounding form that a file is on its way; null for none. */
export function useOnItsWay(name: string | null): void {
  const register = use(FilesOnTheirWay);
  useEffect(() => (name === null ? undefined : register?.(name)), [register, name]);
}

/** Names of the files that are on their way, for a form that waits for them. */
export function useFilesOnTheirWay(): { names: readonly string[]; register: Register } {
  const [files, setFiles] = useState<readonly { name: string }[]>([]);
  const register = useCallback((name: string) => {
    const file = { name };
    setFiles((all) => [...all, file]);
    return () => setFiles((all) => all.filter((each) => each !== file));
  }, []);
  return { names: files.map(({ name }) => name), register };
}
