import { useEffect, useState } from 'react';

/**
 * The token in the address's fragment, which no server sees. Undefined until the browser has looked, null when there
 * is none. Read again when only the fragment changes: another link, opened in the same tab.
 */
export function useFragmentToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    const read = () => setToken(new URLSearchParams(location.hash.slice(1)).get('token'));
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return token;
}
