import { type ReactNode, useId } from 'react';
import { Icon } from '#platform/design/icon.tsx';
import * as css from './charts.module.css';

export interface ChartTable {
  columns: readonly string[];
  /** Columns hidden on phones. The export contains them. */
  spare?: readonly string[];
  /** The first cell of a row is its heading. */
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[];
}

interface ChartFigureProps {
  title: string;
  /** The result in words. */
  finding: string;
  /** Marks and their names, or a choice. */
  legend?: ReactNode;
  /** In px; the width is that of the page. */
  height: number;
  table: ChartTable;
  /** Whether the table is open initially. */
  open?: boolean;
  children: ReactNode;
}

/** A chart with its result in words and an equivalent table. */
export function ChartFigure({ title, finding, legend, height, table, open, children }: ChartFigureProps) {
  const id = useId();
  const [first, ...others] = table.columns;
  const classOf = (column = '') =>
    table.spare?.includes(column) ? `${css.number} ${css.spare}` : css.number;
  return (
    <figure className={css.chart}>
      <figcaption id={id}>
        <b>{title}</b>
        <span>{finding}</span>
      </figcaption>
      {legend === undefined ? null : <div className={css.legend}>{legend}</div>}
      <svg className={css.drawing} role="img" aria-labelledby={id} height={height}>
        {children}
      </svg>
      {table.rows.length === 0 ? null : (
        <details className={css.data} open={open}>
          <summary>
            <Icon name="down" />
            Table<span className="sr">: {title}</span>
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
          <section className={css.scroll} tabIndex={0} aria-label={`Table: ${title}`}>
            <table>
              <caption className="sr">{title}</caption>
              <thead>
                <tr>
                  <th scope="col">{first}</th>
                  {others.map((column) => (
                    <th key={column} scope="col" className={classOf(column)}>
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {table.rows.map(({ key, cells: [heading, ...cells] }) => (
                  <tr key={key}>
                    <th scope="row">{heading}</th>
                    {cells.map((cell, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column
                      <td key={index} className={classOf(others[index])}>
                        {cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </details>
      )}
    </figure>
  );
}
