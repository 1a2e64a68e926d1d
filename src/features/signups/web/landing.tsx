import { Head } from '#features/settings/web/head.tsx';
import { useSettings } from '#features/settings/web/site-settings.ts';
import { CitationCarousel } from './citation-carousel.tsx';
import { FeatureBlurbs } from './feature-blurbs.tsx';
import type { SignUpSource } from './queries.ts';
import { SignUp } from './sign-up.tsx';
import './landing.css';

/** The landing page: from the sky to the sea bed. It also stands in the place of content that is not open yet. */
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
