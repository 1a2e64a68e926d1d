import { ABOUT_TEXTS } from './about-texts.ts';
import { CONTACT_TEXTS } from './contact-texts.ts';
import { PRIVACY_TEXTS } from './privacy-text.ts';
import { TERMS_TEXTS } from './terms-text.ts';

/** Default texts of whole pages. Each page imports only its own part; the administration imports all. */
export const PAGE_TEXTS = { ...ABOUT_TEXTS, ...CONTACT_TEXTS, ...TERMS_TEXTS, ...PRIVACY_TEXTS } as const;

export type PageTextKey = keyof typeof PAGE_TEXTS;
