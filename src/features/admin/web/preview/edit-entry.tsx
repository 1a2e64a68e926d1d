import { Link } from '#platform/web/link.tsx';
import { useFormHref } from '../content/use-form-href.ts';
import type { Subject } from './preview-link-calls.ts';

/** Entry in the menu of an administrator or editor that opens the page's item in its form. */
export function EditEntry({ type, id }: Subject) {
  return (
    <>
      <hr />
      <Link href={useFormHref(type, id)}>Edit this {type}</Link>
    </>
  );
}
