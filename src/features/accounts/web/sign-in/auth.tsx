import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { Head } from '#features/settings/web/head.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { AuthCard } from '../auth-card.tsx';
import { userQuery } from '../session/queries.ts';
import * as css from './auth.module.css';
import { AuthPanel, type AuthTab, AuthTabs } from './auth-tabs.tsx';
import { LoginForm, useLoginForm } from './login-form.tsx';
import { MarketingPanel } from './marketing-panel.tsx';
import { RegisterForm, useRegisterForm } from './register-form.tsx';
import { returnTo } from './return-to.ts';

export async function loadAuth({ api, queries, search }: LoadContext): Promise<LoadResult> {
  const user = await queries.fetchQuery(userQuery(api));
  return user ? { redirect: returnTo(search) } : undefined;
}

interface AuthProps {
  /** Called once, before the page returns to where the reader came from. */
  onSignedIn(userId: number): void;
}

/** Shows login and registration. Signed-in readers return to the page from which they came. */
export function Auth({ onSignedIn }: AuthProps) {
  const { data: user } = useQuery(userQuery(useApi()));
  const [, navigate] = useLocation();
  const [search, setSearch] = useSearchParams();
  const loginForm = useLoginForm();
  const registerForm = useRegisterForm();
  const userId = user?.id;
  const target = returnTo(search);
  const signedIn = useEffectEvent(onSignedIn);
  useEffect(() => {
    if (userId === undefined) return;
    signedIn(userId);
    navigate(target, { replace: true });
  }, [userId, target, navigate]);

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
    <div className={`wrap ${css.page}`}>
      <Head title={current === 'login' ? 'Login' : 'Register'} path="/auth" />
      <AuthCard>
        <h1>{current === 'login' ? 'Welcome back' : 'Create an account'}</h1>
        <AuthTabs current={current} onChoose={choose} />
        <AuthPanel tab={current}>
          {current === 'login' ? <LoginForm form={loginForm} /> : <RegisterForm form={registerForm} />}
        </AuthPanel>
      </AuthCard>
      <MarketingPanel />
    </div>
  );
}
