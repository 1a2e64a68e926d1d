import type { Usage } from '#features/analytics/contract/schemas.ts';
import { EmptyState } from '#platform/design/state/empty-state.tsx';
import { Link } from '#platform/web/link.tsx';
import * as facts from '../facts.module.css';
import * as css from './analytics.module.css';
import { ANALYTICS_PATH } from './analytics-address.ts';
import { Hatchings } from './charts/bar.tsx';
import { DaysChart } from './charts/days-chart.tsx';
import { DropletsChart } from './charts/droplets-chart.tsx';
import { NamesChart } from './charts/names-chart.tsx';
import { ReachChart } from './charts/reach-chart.tsx';
import { SignupsChart } from './charts/signups-chart.tsx';
import { countText, periodNames } from './describe-usage.ts';
import { ParentChoice } from './parent-choice.tsx';

interface UsageReportProps {
  usage: Usage;
  /** Whether the period is the whole retention time of counts. */
  isAll: boolean;
  onParent(parent: string): void;
}

/** The counts of a period: facts, charts and tables. */
export function UsageReport({ usage, isAll, onParent }: UsageReportProps) {
  const names = periodNames(usage);
  const periods = { now: names.now, before: usage.before && names.before };
  if (usage.isEmpty)
    return (
      <>
        <EmptyState
          title="Still water so far"
          text={
            `Nothing was counted in ${names.now.toLowerCase()}. ` +
            'Counts arrive within a second of the first opened droplet.'
          }
        >
          {isAll ? null : (
            <Link className="btn line" href={`${ANALYTICS_PATH}?span=all`}>
              Show the last 25 months
            </Link>
          )}
        </EmptyState>
        <DaysChart usage={usage} />
      </>
    );
  return (
    <>
      <Hatchings />
      <Facts {...usage.totals} />
      <DaysChart usage={usage} />
      <div className={css.halves}>
        {usage.totals.now.signups === null ? null : <SignupsChart usage={usage} />}
        {usage.reach ? (
          <ReachChart
            reach={usage.reach}
            choice={<ParentChoice parents={usage.parents} chosen={usage.reach.parent} onChoose={onParent} />}
          />
        ) : null}
      </div>
      {usage.droplets.length > 0 ? (
        <DropletsChart droplets={usage.droplets} count={usage.dropletCount} />
      ) : null}
      <div className={css.halves}>
        <NamesChart
          title="Searches without results"
          finding="Only words that were searched five times or more."
          noun="Words"
          names={usage.searches.map(({ words, ...counts }) => ({ name: words, ...counts }))}
          periods={periods}
        />
        <NamesChart
          title="Where people come from"
          finding={`The host only. ${unnamedText(usage.unnamed)}`}
          noun="Host"
          names={usage.hosts.map(({ host, ...counts }) => ({ name: host, ...counts }))}
          periods={periods}
        />
      </div>
    </>
  );
}

const unnamedText = (count: Usage['unnamed']) =>
  count === 'few' ? 'A few visits named none.' : `${countText(count)} visits named none.`;

const FACTS = [
  ['Droplets opened', 'opened'],
  ['Finished', 'finished'],
  ['Saved', 'saved'],
  ['Shared', 'shared'],
  ['Signups', 'signups'],
] as const;

const Facts = ({ now, before }: Usage['totals']) => (
  <dl className={facts.facts}>
    {FACTS.map(([name, field]) => {
      const count = now[field];
      // Editors see no numbers of persons.
      return count === null ? null : (
        <div key={field}>
          <dt>{name}</dt>
          <dd>
            {countText(count)}
            {before ? <small>before {countText(before[field] ?? 0)}</small> : null}
          </dd>
        </div>
      );
    })}
  </dl>
);
