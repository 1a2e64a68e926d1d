import { useQuery } from '@tanstack/react-query';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { many } from '#platform/web/counts.ts';
import { Link } from '#platform/web/link.tsx';
import { LocalDate } from '#platform/web/local-date.tsx';
import { useApi } from '#platform/web/page.ts';
import { authorWords } from '../history/field-words.ts';
import { versionsHref } from '../history/history-address.ts';
import { latestVersionQuery } from '../history/history-queries.ts';

interface TextHistoryProps {
  /** The setting's key. */
  name: string;
  label: string;
}

/** Shows the last author of a text, with a link to its earlier versions. */
export function TextHistory({ name, label }: TextHistoryProps) {
  const api = useApi();
  const subject = { type: 'setting', id: name } as const;
  const { data: list } = useQuery(latestVersionQuery(api, subject));
  const { data: reader } = useQuery(userQuery(api));
  const [latest] = list?.versions ?? [];
  if (!list || !latest) return null;
  const words = authorWords(latest, reader?.id);
  const author = latest.user?.username === words ? words : words.toLowerCase();
  return (
    <p className="hint">
      {latest.action === 'deleted' ? 'Reset' : 'Changed'} by {author}, <LocalDate instant={latest.at} />.{' '}
      <Link href={versionsHref(subject)}>
        History<span className="sr"> of {label}</span>, {many(list.total, 'change')}
      </Link>
    </p>
  );
}
