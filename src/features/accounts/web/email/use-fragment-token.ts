import { useEffect, useState } from 'react';

/**
 * Reads the token in the URL's fragment, which no server sees. Undefined before hydration, null without one.
 * Follows changes, because another link opened in the same tab changes only the fragment.
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
