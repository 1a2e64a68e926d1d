import type { LoadContext, LoadResult, PageProps } from '#platform/web/page.ts';
import { loadPerson, PersonView } from './person-view.tsx';

export const load = (context: LoadContext): Promise<LoadResult> => loadPerson('signup', context);

/** /admin/users/signups/{id}: somebody who entered an address and has no account. */
export const Page = ({ params }: PageProps) => <PersonView kind="signup" id={Number(params.id)} />;
