import type { PageTextKey } from '../../shared/page-texts/page-texts.ts';
import { useNames, usePageText } from './page-texts.ts';
import { RichText } from './rich-text.tsx';

interface PageTextProps<Key extends PageTextKey> {
  name: Key;
  /** The page's own defaults. */
  defaults: Record<Key, string>;
  /** Level of the text's headings. */
  level: 2 | 3;
}

/** Shows a text of a page: the administrator's, or the default. */
export function PageText<Key extends PageTextKey>({ name, defaults, level }: PageTextProps<Key>) {
  return <RichText text={usePageText(name, defaults)} names={useNames()} level={level} />;
}
