import { useQuery } from '@tanstack/react-query';
import type { Warning } from '#features/warnings/contract/schemas.ts';
import { useKeptFocus } from '#platform/design/dialog/use-kept-focus.ts';
import { Icon } from '#platform/design/icon.tsx';
import { many } from '#platform/web/counts.ts';
import { Link } from '#platform/web/link.tsx';
import { LocalDate } from '#platform/web/local-date.tsx';
import { useApi } from '#platform/web/page.ts';
import * as heads from '../section-head.module.css';
import { Dismiss, TITLES, warningsQuery } from '../warnings.tsx';
import { subscriptionHref } from './subscriptions-address.ts';
import * as css from './subscriptions-page.module.css';
import { TryAgain } from './try-again.tsx';

/** Payment problems that only the owner can solve. Without any, renders no section. */
export function Tasks() {
  const { data = [] } = useQuery(warningsQuery(useApi()));
  const tasks = data.filter(({ kind }) => kind !== 'mail');
  const container = useKeptFocus<HTMLDivElement>();
  return (
    <div ref={container} tabIndex={-1} data-part="tasks">
      {tasks.length === 0 ? null : <List tasks={tasks} />}
    </div>
  );
}

function List({ tasks }: { tasks: readonly Warning[] }) {
  return (
    <section className={css.tasks} aria-labelledby="tasks-title">
      <div className={heads.head}>
        <h2 id="tasks-title">Tasks waiting</h2>
        <span className="meta">{many(tasks.length, 'task')}</span>
      </div>
      <ul>
        {tasks.map((task) => (
          <Task key={`${task.kind} ${task.id}`} task={task} />
        ))}
      </ul>
    </section>
  );
}

const NAMES: Partial<Record<Warning['kind'], string>> = {
  money: 'Money without a subscription',
  dispute: 'An open dispute',
  amount: 'A payment is not the price',
  refund: 'A refund was not made',
  'admin-refund': 'A refund was not made',
};

function Task({ task }: { task: Warning }) {
  const { kind, at, about, amount, details, subscriptionId } = task;
  return (
    <li>
      <Icon name="alert" />
      <div>
        <b>{NAMES[kind]}</b>
        <p>
          {amount === null ? '' : `${amount}, `}
          {about}, <LocalDate instant={at} />
          {details === '' ? '.' : `: ${details}.`} {TITLES[kind].advice}
        </p>
      </div>
      <div className={css.actions}>
        {subscriptionId === null ? null : (
          <Link className="btn line sm" href={subscriptionHref(subscriptionId)}>
            Look
          </Link>
        )}
        <TryAgain task={task} />
        <Dismiss warning={task} />
      </div>
    </li>
  );
}
