import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '#platform/web/page.ts';
import { preparedName } from '../shared/prepared-name.ts';
import { Preparing } from './preparing.tsx';
import { uploadQuery } from './upload-queries.ts';

interface WhenReadyProps {
  /** Address of a medium, as typed. */
  address: string;
  /** Shown once the medium can be played, and for addresses of anything else. */
  children: ReactNode;
}

/** Shows the progress of a film or sound that is being prepared, then the children. */
export function WhenReady({ address, children }: WhenReadyProps) {
  const name = preparedName(address);
  return name === null ? children : <Asking name={name}>{children}</Asking>;
}

function Asking({ name, children }: { name: string; children: ReactNode }) {
  const { data, isPending } = useQuery(uploadQuery(useApi(), name));
  const [upload] = data ?? [];
  if (isPending) return null;
  return upload && upload.status !== 'ready' ? <Preparing upload={upload} /> : children;
}
