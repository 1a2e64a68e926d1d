import { useId, useState } from 'react';
import { WindowedList } from '../list/windowed-list.tsx';
import { TabPanel, Tabs } from '../tabs.tsx';
import { Exhibit } from './exhibit.tsx';
import * as css from './showcase.module.css';

const ITEMS = Array.from({ length: 200 }, (_, index) => index + 1);
const MEMORY = {};

/** Tabs, lists and the parts of the administration. */
export function ListExhibits() {
  const [tab, setTab] = useState('first');
  const label = `Showcase ${useId().replaceAll(/\W/g, '')}`;
  return (
    <>
      <Exhibit name="Tabs, TabPanel" file="tabs.tsx" classes="tabs · n">
        <Tabs
          label={label}
          tabs={[
            { name: 'first', label: 'First' },
            {
              name: 'second',
              label: (
                <>
                  Second <span className="n">2</span>
                </>
              ),
            },
            { name: 'closed', label: 'Closed', closed: 'Why it cannot be chosen' },
          ]}
          current={tab}
          onChoose={setTab}
        />
        <TabPanel label={label} current={tab}>
          The panel of the {tab} tab.
        </TabPanel>
      </Exhibit>
      <Exhibit name="Views" file="page-head.css" classes="head · views · [aria-current]">
        <p className="hint">See the top of this page.</p>
      </Exhibit>
      <Exhibit name="WindowedList" file="list/windowed-list.tsx" classes="left-out">
        <WindowedList
          className={css.scroller}
          items={ITEMS}
          keyOf={(item) => item}
          memory={MEMORY}
          render={(item) => <li>Row {item} of 200; only the rows near the screen are in the page</li>}
        />
      </Exhibit>
    </>
  );
}
