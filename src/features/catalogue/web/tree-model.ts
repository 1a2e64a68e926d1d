import type { ItemType, TreeDroplet, TreeOcean, TreeWave } from '../contract.ts';

/** One line of the tree that can be reached now: no ancestor of it is closed. */
export interface TreeLine {
  key: string;
  title: string;
  parent: string | null;
  /** Has something under it, here or still to be fetched. */
  branch: boolean;
  open: boolean;
  /** In the list of oceans, and within the ocean in its list of waves (-1: the ocean itself). */
  oceanPlace: number;
  wavePlace: number;
}

export const keyOf = (type: ItemType, id: number) => `${type}-${id}`;

type Wave = Pick<TreeWave, 'id' | 'title' | 'dropletCount'> & { droplets?: TreeDroplet[] | null };
type Droplet = Pick<TreeDroplet, 'id' | 'title'>;

/** What the lines are made from. */
export interface Branches {
  oceans: readonly TreeOcean[];
  /** Included or fetched since; undefined while they are not here. */
  wavesOf(ocean: TreeOcean): readonly Wave[] | undefined;
  dropletsOf(wave: Wave): readonly Droplet[] | undefined;
  isOpen(key: string): boolean;
}

/** Every line that can be reached, from top to bottom. */
export function linesOf({ oceans, wavesOf, dropletsOf, isOpen }: Branches): TreeLine[] {
  const lines: TreeLine[] = [];
  for (const [oceanPlace, ocean] of oceans.entries()) {
    const oceanKey = keyOf('ocean', ocean.id);
    const oceanOpen = ocean.waveCount > 0 && isOpen(oceanKey);
    lines.push({
      key: oceanKey,
      title: ocean.title,
      parent: null,
      branch: ocean.waveCount > 0,
      open: oceanOpen,
      oceanPlace,
      wavePlace: -1,
    });
    if (!oceanOpen) continue;
    for (const [wavePlace, wave] of (wavesOf(ocean) ?? []).entries()) {
      const waveKey = keyOf('wave', wave.id);
      const waveOpen = wave.dropletCount > 0 && isOpen(waveKey);
      lines.push({
        key: waveKey,
        title: wave.title,
        parent: oceanKey,
        branch: wave.dropletCount > 0,
        open: waveOpen,
        oceanPlace,
        wavePlace,
      });
      if (!waveOpen) continue;
      for (const droplet of dropletsOf(wave) ?? [])
        lines.push({
          key: keyOf('droplet', droplet.id),
          title: droplet.title,
          parent: waveKey,
          branch: false,
          open: false,
          oceanPlace,
          wavePlace,
        });
    }
  }
  return lines;
}

/** What a key asks of the tree. */
export type TreeMove = { focus: string } | { open: string[] } | { close: string } | null;

/** Each may have to be fetched. */
const MOST_AT_ONCE = 25;

/** The keys of the ARIA tree pattern; null for a key that is none of them, or leads nowhere. */
export function moveOn(lines: readonly TreeLine[], active: string, key: string): TreeMove {
  const at = lines.findIndex((line) => line.key === active);
  const line = lines[at];
  const to = (next: TreeLine | undefined): TreeMove => (next ? { focus: next.key } : null);
  if (!line) return to(lines[0]);
  switch (key) {
    case 'ArrowDown':
      return to(lines[at + 1]);
    case 'ArrowUp':
      return to(lines[at - 1]);
    case 'Home':
      return to(lines[0]);
    case 'End':
      return to(lines.at(-1));
    case 'ArrowRight':
      if (!line.branch) return null;
      if (!line.open) return { open: [line.key] };
      return lines[at + 1]?.parent === line.key ? to(lines[at + 1]) : null;
    case 'ArrowLeft':
      if (line.open) return { close: line.key };
      return line.parent === null ? null : { focus: line.parent };
    case '*':
      return {
        open: lines
          .filter((one) => one.parent === line.parent && one.branch && !one.open)
          .map((one) => one.key)
          .slice(0, MOST_AT_ONCE),
      };
    default:
      return null;
  }
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Type-ahead: the next line whose title begins with what was typed; one letter again and again steps on. */
export function lineStartingWith(lines: readonly TreeLine[], active: string, typed: string): string | null {
  const text = folded(typed);
  if (text === '') return null;
  const letter = [...text][0] as string;
  const repeated = [...text].every((one) => one === letter);
  const wanted = repeated ? letter : text;
  const at = lines.findIndex((line) => line.key === active);
  // More letters narrow down what is there already; one letter asks for the next.
  const from = repeated ? at + 1 : Math.max(at, 0);
  for (let step = 0; step < lines.length; step += 1) {
    const line = lines[(from + step) % lines.length] as TreeLine;
    if (folded(line.title).startsWith(wanted)) return line.key;
  }
  return null;
}
