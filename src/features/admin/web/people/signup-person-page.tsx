import type { LoadContext, LoadResult, PageProps } from '#platform/web/page.ts';
import { loadPerson, PersonView } from './person-view.tsx';

export const load = (context: LoadContext): Promise<LoadResult> => loadPerson('signup', context);

/** /admin/users/signups/{id}: the page of an address without an account. */
export const Page = ({ params }: PageProps) => <PersonView kind="signup" id={Number(params.id)} />;
