import { useId, useState } from 'react';
import type { Usage } from '#features/analytics/contract/schemas.ts';
import { useIsAdmin } from '../admin-frame.tsx';
import { FilterSelect } from '../filter-select.tsx';
import * as css from './analytics.module.css';
import { type AnalyticsAddress, COMPARISONS, SPANS } from './analytics-address.ts';
import { usageCsvHref } from './analytics-queries.ts';
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
      {span === 'days' ? <DaysForm address={address} show={show} /> : null}
    </>
  );
}

/** First and last day. The form remains when its days are shown, so that its button keeps the focus. */
function DaysForm({ address, show }: Pick<PeriodFormProps, 'address' | 'show'>) {
  const id = useId();
  const [from, setFrom] = useState(address.from);
  const [to, setTo] = useState(address.to);
  const [shown, setShown] = useState(address);
  if (shown.from !== address.from || shown.to !== address.to) {
    setShown(address);
    setFrom(address.from);
    setTo(address.to);
  }
  const day = (name: string, label: string, value: string, onChange: (value: string) => void) => (
    <div className="field">
      <label htmlFor={id + name}>{label}</label>
      <input
        className="input"
        id={id + name}
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
  return (
    <form
      className={css.days}
      onSubmit={(event) => {
        event.preventDefault();
        show({ ...address, from, to });
      }}
    >
      {day('from', 'First day', from, setFrom)}
      {day('to', 'Last day', to, setTo)}
      <button type="submit" className="btn line">
        Show these days
      </button>
    </form>
  );
}
