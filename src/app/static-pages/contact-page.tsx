import { CONTACT_TEXTS } from '#features/settings/shared/page-texts/contact-texts.ts';
import { plainText } from '#features/settings/shared/rich-text.ts';
import { PageText } from '#features/settings/web/texts/page-text.tsx';
import { loadPageTexts, useNames, usePageText } from '#features/settings/web/texts/page-texts.ts';
import * as css from './reading-frame.module.css';
import { ReadingFrame } from './reading-frame.tsx';

export const load = loadPageTexts('contact');

/** /contact */
export function Page() {
  const names = useNames();
  const intro = usePageText('contact.intro', CONTACT_TEXTS);
  return (
    <ReadingFrame title="Contact" intro={plainText(intro, names)} path="/contact">
      <PageText name="contact.text" defaults={CONTACT_TEXTS} level={2} />
      <p className={css.address}>
        <a href={`mailto:${names.email}`}>{names.email}</a>
      </p>
      <PageText name="contact.help" defaults={CONTACT_TEXTS} level={2} />
    </ReadingFrame>
  );
}
