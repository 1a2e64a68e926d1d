import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { Auth, loadAuth } from '#features/accounts/web/sign-in/auth.tsx';
import { lazyModule } from '#platform/web/lazy-module.ts';
import { useApi } from '#platform/web/page.ts';

export const load = loadAuth;

/** The hearts' code. Only visitors who pressed a heart need it, so the page does not wait for it. */
const hearts = lazyModule(() => import('#features/favorites/web/save-intended.ts'));

/** `/auth`: login and registration. They also save the favorite from a visitor's press on a heart. */
export function Page() {
  const api = useApi();
  const queries = useQueryClient();
  const [search] = useSearchParams();
  // Written by `intended-favorite.ts`. Importing its name would load the hearts' code at once.
  const isFromHeart = search.has('favorite');
  useEffect(() => {
    if (isFromHeart) hearts.preload();
  }, [isFromHeart]);
  const save = (userId: number) => {
    if (isFromHeart)
      hearts().then(({ saveIntended }) => saveIntended({ api, queries, userId, search }), ignore);
  };
  return <Auth onSignedIn={save} />;
}

/** Without the code the heart stays empty and can be pressed again. */
const ignore = () => {};
