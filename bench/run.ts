import { benchFavorites } from './favorites.ts';
import { benchLayouts } from './layouts.ts';
import { closeScales } from './scales.ts';
import { benchSearch } from './search.ts';
import { benchServing } from './serving.ts';
import { benchStarting } from './starting.ts';

/** One line of the report: a ratio taken in this run, never an absolute time alone. */
export interface Row {
  name: string;
  value: string;
  note?: string;
}

const benches: Record<string, () => Promise<Row[]>> = {
  serving: benchServing,
  starting: benchStarting,
  favorites: benchFavorites,
  search: benchSearch,
  layouts: benchLayouts,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  for (const row of await bench())
    console.log(`  ${row.value.padStart(8)}  ${row.name}${row.note ? `  (${row.note})` : ''}`);
}
await closeScales();
