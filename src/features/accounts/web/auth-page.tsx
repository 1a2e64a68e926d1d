import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { Head } from '#features/settings/web/head.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { AuthPanel, type AuthTab, AuthTabs } from './auth-tabs.tsx';
import { LoginForm, useLoginForm } from './login-form.tsx';
import { MarketingPanel } from './marketing-panel.tsx';
import { userQuery } from './queries.ts';
import { RegisterForm, useRegisterForm } from './register-form.tsx';
import { returnTo } from './return-to.ts';

export async function load({ api, queries, search }: LoadContext): Promise<LoadResult> {
  const user = await queries.fetchQuery(userQuery(api));
  return user ? { redirect: returnTo(search) } : undefined;
}

/** /auth: login and register; whoever is signed in, or has just done so, goes on to where they came from. */
export function Page() {
  const { data: user } = useQuery(userQuery(useApi()));
  const [, navigate] = useLocation();
  const [search, setSearch] = useSearchParams();
  const loginForm = useLoginForm();
  const registerForm = useRegisterForm();
  const signedIn = Boolean(user);
  const goal = returnTo(search);
  useEffect(() => {
    if (signedIn) navigate(goal, { replace: true });
  }, [signedIn, goal, navigate]);

  const current: AuthTab = search.get('tab') === 'register' ? 'register' : 'login';
  const choose = (tab: AuthTab) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (tab === 'login') after.delete('tab');
        else after.set('tab', tab);
        return after;
      },
      { replace: true },
    );

  return (
    <div className="wrap auth">
      <Head title={current === 'login' ? 'Login' : 'Register'} path="/auth" />
      <section className="auth-card">
        <h1>{current === 'login' ? 'Welcome back' : 'Make an account'}</h1>
        <AuthTabs current={current} onChoose={choose} />
        <AuthPanel tab={current}>
          {current === 'login' ? <LoginForm form={loginForm} /> : <RegisterForm form={registerForm} />}
        </AuthPanel>
      </section>
      <MarketingPanel />
    </div>
  );
}
