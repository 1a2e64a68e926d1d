import type { Usage } from '#features/analytics/contract/schemas.ts';
import { useIsAdmin } from '../admin-frame.tsx';
import { FilterSelect } from '../filter-select.tsx';
import * as css from './analytics.module.css';
import { type AnalyticsAddress, COMPARISONS, SPANS } from './analytics-address.ts';
import { usageCsvHref } from './analytics-queries.ts';
import { DaysForm } from './days-form.tsx';
import { periodNames, spanText } from './describe-usage.ts';

const SPAN_NAMES: Record<AnalyticsAddress['span'], string> = {
  28: 'Last 28 days',
  7: 'Last 7 days',
  month: 'This month',
  all: 'Last 25 months',
  days: 'Choose days',
};

interface PeriodFormProps {
  address: AnalyticsAddress;
  /** Undefined while loading. */
  usage: Usage | undefined;
  show(address: AnalyticsAddress): void;
}

/** Controls for the period and the compared period. */
export function PeriodForm({ address, usage, show }: PeriodFormProps) {
  const { span, against } = address;
  const isAdmin = useIsAdmin();
  const isEmpty = usage === undefined || usage.isEmpty;
  const dated = (text: string, days: { from: string; to: string } | null | undefined) =>
    days ? `${text}: ${spanText(days)}` : text;
  const names = {
    before: usage?.before && against === 'before' ? periodNames(usage).before : 'The days before',
    year: 'The year before',
    nothing: 'Nothing',
  };
  return (
    <>
      <div className={css.period}>
        <span aria-hidden="true">Show</span>
        <FilterSelect
          label="Span"
          value={span}
          choices={SPANS.map((value) => [
            value,
            value === span ? dated(SPAN_NAMES[value], usage?.period) : SPAN_NAMES[value],
          ])}
          onChange={(chosen) => {
            const days = chosen === 'days' && usage ? usage.period : { from: '', to: '' };
            show({ ...address, ...days, span: chosen });
          }}
        />
        {span === 'all' ? null : (
          <>
            <span aria-hidden="true">against</span>
            <FilterSelect
              label="Compare with"
              value={against}
              choices={COMPARISONS.map((value) => [
                value,
                value === against ? dated(names[value], usage?.before) : names[value],
              ])}
              onChange={(chosen) => show({ ...address, against: chosen })}
            />
          </>
        )}
        {!isAdmin ? null : isEmpty ? (
          <button type="button" className={`btn line sm ${css.download}`} disabled>
            Download CSV
          </button>
        ) : (
          <a className={`btn line sm ${css.download}`} href={usageCsvHref(address)} download="analytics.csv">
            Download CSV
          </a>
        )}
      </div>
      {span === 'days' ? <DaysForm days={address} onShow={(days) => show({ ...address, ...days })} /> : null}
    </>
  );
}
