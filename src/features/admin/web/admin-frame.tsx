import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { isStaff } from '#features/accounts/shared/staff.ts';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { Head } from '#features/settings/web/head.tsx';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { AdminKeys } from './keys/admin-keys.tsx';
import '#platform/design/admin.css';
import '#platform/design/admin-forms.css';
import '#platform/design/radios.css';

/** Redirect target for readers without access to an administration page. */
const ELSEWHERE = '/';
const DASHBOARD = { href: '/admin', label: 'Back to Admin' };

/** First step of the `load` of an administrators' page. Redirects other readers to the site. */
export async function loadAdmin({ api, queries }: LoadContext): Promise<LoadResult> {
  const user = await queries.fetchQuery(userQuery(api));
  return user?.role === 'admin' ? undefined : { redirect: ELSEWHERE };
}

/** Like {@link loadAdmin}, for pages that editors may see. Their frame has `forEditors`. */
export async function loadForEditors({ api, queries }: LoadContext): Promise<LoadResult> {
  return isStaff(await queries.fetchQuery(userQuery(api))) ? undefined : { redirect: ELSEWHERE };
}

/** Tells whether the reader is an administrator, on a page that editors see too. */
export const useIsAdmin = (): boolean => useQuery(userQuery(useApi())).data?.role === 'admin';

interface AdminFrameProps {
  /** Title of the browser's tab. */
  title: string;
  path: string;
  /** Heading of the smaller page header with a back link; the dashboard has its own header. */
  heading?: string;
  /** A sentence below the heading. */
  lead?: ReactNode;
  /** Buttons beside the heading. */
  actions?: ReactNode;
  /** Target of the back link; the dashboard by default. */
  back?: { href: string; label: string };
  /** Whether editors may see the page. */
  forEditors?: boolean;
  children: ReactNode;
}

/** The frame of admin pages: for administrators, optionally editors; hidden from search engines. */
export function AdminFrame({
  title,
  path,
  heading,
  lead,
  actions,
  back = DASHBOARD,
  forEditors = false,
  children,
}: AdminFrameProps) {
  const { data: user, isError } = useQuery(userQuery(useApi()));
  const [, navigate] = useLocation();
  const maySee = forEditors ? isStaff(user) : user?.role === 'admin';
  const leave = !maySee && (user !== undefined || isError);
  useEffect(() => {
    if (leave) navigate(ELSEWHERE, { replace: true });
  }, [leave, navigate]);
  if (!maySee) return null;
  return (
    <div className="wrap admin">
      <Head title={title} path={path} noIndex />
      {heading === undefined ? null : (
        <>
          <div className="topbar">
            <nav className="crumbs" aria-label="Breadcrumb">
              <Link href={back.href}>
                <Icon name="left" />
                {back.label}
              </Link>
            </nav>
          </div>
          <div className="head">
            <div>
              <h1>{heading}</h1>
              {lead === undefined ? null : <p>{lead}</p>}
            </div>
            {actions}
          </div>
        </>
      )}
      {children}
      <AdminKeys />
    </div>
  );
}
