import { ABOUT_TEXTS } from '#features/settings/shared/page-texts/about-texts.ts';
import { plainText } from '#features/settings/shared/rich-text.ts';
import { PageText } from '#features/settings/web/texts/page-text.tsx';
import { loadPageTexts, useNames, usePageText } from '#features/settings/web/texts/page-texts.ts';
import { ReadingFrame } from './reading-frame.tsx';

export const load = loadPageTexts('about');

/** /about */
export function Page() {
  const names = useNames();
  const intro = usePageText('about.intro', ABOUT_TEXTS);
  return (
    <ReadingFrame title="About" intro={plainText(intro, names)} path="/about">
      <PageText name="about.text" defaults={ABOUT_TEXTS} level={2} />
      <PageText name="about.founder" defaults={ABOUT_TEXTS} level={2} />
      <PageText name="about.values" defaults={ABOUT_TEXTS} level={2} />
    </ReadingFrame>
  );
}
