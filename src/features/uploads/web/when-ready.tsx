import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useApi } from '#platform/web/page.ts';
import { preparedName } from '../shared/prepared-name.ts';
import { Preparing } from './preparing.tsx';
import { isUnderway, uploadQuery } from './upload-queries.ts';

interface WhenReadyProps {
  /** Address of a medium, as typed. */
  address: string;
  /** Called once a film or sound is prepared. */
  onReady(): void;
  /** Shown while it is being prepared. */
  note?: string | undefined;
  /** Shown when the medium can be played, and for all other addresses. */
  children: ReactNode;
}

/** Shows the progress of a film or sound that is being prepared, then the children. */
export function WhenReady({ address, ...rest }: WhenReadyProps) {
  const name = preparedName(address);
  return name === null ? rest.children : <Asking name={name} {...rest} />;
}

function Asking({ name, onReady, note, children }: Omit<WhenReadyProps, 'address'> & { name: string }) {
  const { data, isPending } = useQuery(uploadQuery(useApi(), name));
  const [upload] = data ?? [];
  const isReady = upload?.status === 'ready';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per film
  useEffect(() => {
    if (isReady) onReady();
  }, [name, isReady]);
  if (isPending) return null;
  if (!upload || isReady) return children;
  return (
    <>
      <Preparing upload={upload} />
      {note !== undefined && isUnderway(upload) ? (
        <p className="hint" role="status">
          {note}
        </p>
      ) : null}
    </>
  );
}
