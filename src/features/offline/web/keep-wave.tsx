import { useQuery } from '@tanstack/react-query';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { useApi } from '#platform/web/page.ts';
import { KeepPanel } from './panel/keep-panel.tsx';

/** The panel under a wave that keeps all of it on this device. */
export function KeepWave({ wave: { id, title } }: { wave: { id: number; title: string } }) {
  const { data: user } = useQuery(userQuery(useApi()));
  if (user === undefined) return null;
  const refs = [{ kind: 'wave' as const, id, title }];
  const subject = { name: `wave-${id}`, owner: user?.id ?? null, refs };
  return <KeepPanel subject={subject} title={title} noun="This wave" />;
}
