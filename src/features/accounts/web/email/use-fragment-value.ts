import { useEffect, useState } from 'react';

/**
 * Reads a value in the URL's fragment, which no server sees. It is undefined before hydration, and null
 * without one. Another link opened in the same tab changes only the fragment, so changes are followed.
 */
export function useFragmentValue(name: 'token' | 'username'): string | null | undefined {
  const [value, setValue] = useState<string | null>();
  useEffect(() => {
    const read = () => setValue(new URLSearchParams(location.hash.slice(1)).get(name));
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, [name]);
  return value;
}
