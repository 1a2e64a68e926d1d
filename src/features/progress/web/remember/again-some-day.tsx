import { useQuery, useQueryClient } from '@tanstack/react-query';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { useApi } from '#platform/web/page.ts';
import type { Progress } from '../../contract/schemas.ts';
import * as css from './again-some-day.module.css';
import { storeMark } from './marks.ts';
import { SeenDroplet } from './seen-dot.tsx';
import { sendLocal } from './send-local.ts';
import { useProgress } from './use-progress.ts';

/** A droplet, as the viewer knows it. */
export interface Lesson {
  id: number;
  waveId: number;
  locked: boolean;
}

/** Shows the dot of a seen droplet, and the choice to mark it "Again some day". */
export function AgainSomeDay({ lesson }: { lesson: Lesson }) {
  const api = useApi();
  const queries = useQueryClient();
  const { data: user } = useQuery(userQuery(api));
  const isAsked = useProgress(({ again }) => isAskedFor(again, lesson.id)) ?? false;
  const isSeen = useProgress(({ waves }) => waves.some(({ seen }) => seen.includes(lesson.id))) ?? false;
  const remembers = useProgress((progress) => progress.remembers) ?? false;
  if (user === undefined || !remembers || lesson.locked || !(isSeen || isAsked)) return null;
  const toggle = () => {
    const userId = user?.id ?? null;
    const { id: dropletId, waveId } = lesson;
    storeMark(queries, userId, { dropletId, waveId, step: isAsked ? null : 0, at: Date.now() });
    if (userId !== null) void sendLocal(api, userId);
  };
  return (
    <>
      <span className={css.seenDot}>
        <SeenDroplet id={lesson.id} />
      </span>
      <button
        className={`btn quiet ${css.again}`}
        type="button"
        aria-pressed={isAsked}
        data-part="again"
        onClick={toggle}
      >
        <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5.2 13a7 7 0 1 0 1.7-5.7L4.5 9.5M4.5 4.8v4.7h4.7" />
        </svg>
        Again some day
      </button>
    </>
  );
}

const isAskedFor = (again: Progress['again'], id: number) =>
  again.some(({ dropletId, step }) => dropletId === id && step !== null);
