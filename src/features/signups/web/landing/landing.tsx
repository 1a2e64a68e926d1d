import { Head } from '#features/settings/web/head.tsx';
import { useSettings } from '#features/settings/web/site-settings.ts';
import type { SignUpSource } from '../queries.ts';
import { CitationCarousel } from './citation-carousel.tsx';
import { FeatureBlurbs } from './feature-blurbs.tsx';
import { SignUp } from './sign-up.tsx';

/** The landing page. It also replaces gated content until the visitor has entered. */
export function Landing({ source }: { source: SignUpSource }) {
  const setting = useSettings();
  const title = setting('site.title');
  return (
    <>
      <Head title={title} path="/" />
      <SignUp source={source} />
      <FeatureBlurbs />
      <CitationCarousel />
    </>
  );
}
