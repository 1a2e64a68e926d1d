import { knownSetting } from '#features/settings/shared/known-settings.ts';
import { wordsOf } from '#features/settings/shared/mails/mail-text.ts';
import { mailText } from '#features/settings/shared/mails/mail-texts.ts';
import { PAGE_WORDS } from '#features/settings/shared/rich-text-problem.ts';
import type { TextGroup } from '#features/settings/shared/text-groups.ts';
import { WordChips } from './word-chips.tsx';

/** Words that can be inserted, and which of them are required. */
export function TextWords({ group, form }: { group: TextGroup; form: { current: HTMLFormElement | null } }) {
  if (group.preview.is === 'mail') {
    const words = Object.entries(wordsOf(mailText(group.preview.name)));
    return (
      <WordChips
        form={form}
        words={words.map(([name, word]) => ({ name, about: word.about, inSubject: word.kind === undefined }))}
        notes={words.flatMap(([name, { needed }]) =>
          needed === undefined ? [] : [`{${name}} has to stay, or ${needed}.`],
        )}
      />
    );
  }
  const hasMarkup = group.fields.some(({ key }) => knownSetting(key)?.markup);
  if (!hasMarkup) return null;
  const about = {
    title: 'the site’s name',
    email: 'your contact address',
    price: 'what a subscription costs',
    period: 'month or year',
  };
  return (
    <WordChips
      form={form}
      words={PAGE_WORDS.map((name) => ({ name, about: about[name], inSubject: true }))}
      notes={[
        'Leave an empty line between paragraphs. Begin a heading with ## and a list item with -. ' +
          'Write **bold** and [a link](/about).',
      ]}
    />
  );
}
