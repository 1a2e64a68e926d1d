import type { LoadContext, LoadResult, PageProps } from '#platform/web/page.ts';
import { loadPerson, PersonView } from './person-view.tsx';

export const load = (context: LoadContext): Promise<LoadResult> => loadPerson('account', context);

/** /admin/users/{id}: the page of an account. */
export const Page = ({ params }: PageProps) => <PersonView kind="account" id={Number(params.id)} />;
