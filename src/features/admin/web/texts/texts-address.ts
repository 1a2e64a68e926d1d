import type { TextGroup } from '#features/settings/shared/text-groups.ts';

export const TEXTS_PATH = '/admin/texts';

/** The screen of a group of texts. */
export const textsHref = (group: string): string => `${TEXTS_PATH}?text=${group}`;

/** The name of a group of texts in headings. */
export const groupTitle = ({ section, label }: TextGroup): string =>
  `${section === 'Mails' ? 'Mail' : section}: ${label}`;
