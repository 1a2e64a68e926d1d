import type { ItemType } from '../../contract/kinds.ts';
import type { TreeDroplet, TreeOcean, TreeWave } from '../../contract/schemas.ts';

/** A line of the tree that the keyboard can reach: all its ancestors are open. */
export interface TreeLine {
  key: string;
  title: string;
  parent: string | null;
  /** Has children, loaded or not. */
  branch: boolean;
  open: boolean;
  /** Index of its ocean. */
  oceanIndex: number;
  /** Index of its wave within the ocean; -1 for the ocean itself. */
  waveIndex: number;
}

/** Returns the key of an item, which is also the id of its element. */
export const keyOf = (type: ItemType, id: number) => `${type}-${id}`;

/** A wave of the tree. A wave fetched later comes without droplets. */
export type BranchWave = Omit<TreeWave, 'droplets'> & Partial<Pick<TreeWave, 'droplets'>>;

/** Oceans, and functions that find their loaded descendants. */
export interface Branches {
  oceans: readonly TreeOcean[];
  /** Undefined while they load. */
  wavesOf(ocean: TreeOcean): readonly BranchWave[] | undefined;
  dropletsOf(wave: BranchWave): readonly TreeDroplet[] | undefined;
  isOpen(key: string): boolean;
}

/** Lists every line that can be reached, from top to bottom. */
export function linesOf({ oceans, wavesOf, dropletsOf, isOpen }: Branches): TreeLine[] {
  const lines: TreeLine[] = [];
  for (const [oceanIndex, ocean] of oceans.entries()) {
    const oceanKey = keyOf('ocean', ocean.id);
    const oceanOpen = ocean.waveCount > 0 && isOpen(oceanKey);
    lines.push({
      key: oceanKey,
      title: ocean.title,
      parent: null,
      branch: ocean.waveCount > 0,
      open: oceanOpen,
      oceanIndex,
      waveIndex: -1,
    });
    if (!oceanOpen) continue;
    for (const [waveIndex, wave] of (wavesOf(ocean) ?? []).entries()) {
      const waveKey = keyOf('wave', wave.id);
      const waveOpen = wave.dropletCount > 0 && isOpen(waveKey);
      lines.push({
        key: waveKey,
        title: wave.title,
        parent: oceanKey,
        branch: wave.dropletCount > 0,
        open: waveOpen,
        oceanIndex,
        waveIndex,
      });
      if (!waveOpen) continue;
      for (const droplet of dropletsOf(wave) ?? [])
        lines.push({
          key: keyOf('droplet', droplet.id),
          title: droplet.title,
          parent: waveKey,
          branch: false,
          open: false,
          oceanIndex,
          waveIndex,
        });
    }
  }
  return lines;
}

/** Action of a key in the tree; null for none. */
type TreeMove = { focus: string } | { open: string[] } | { close: string } | null;

/** Maximum number of branches that one key opens, because each may need a request. */
const MAX_OPENED = 25;

/** Returns what a key of the ARIA tree pattern does on the active line. */
export function moveFor(lines: readonly TreeLine[], active: string, key: string): TreeMove {
  const index = lines.findIndex((line) => line.key === active);
  const line = lines[index];
  const to = (next: TreeLine | undefined): TreeMove => (next ? { focus: next.key } : null);
  if (!line) return to(lines[0]);
  switch (key) {
    case 'ArrowDown':
      return to(lines[index + 1]);
    case 'ArrowUp':
      return to(lines[index - 1]);
    case 'Home':
      return to(lines[0]);
    case 'End':
      return to(lines.at(-1));
    case 'ArrowRight':
      if (!line.branch) return null;
      if (!line.open) return { open: [line.key] };
      return lines[index + 1]?.parent === line.key ? to(lines[index + 1]) : null;
    case 'ArrowLeft':
      if (line.open) return { close: line.key };
      return line.parent === null ? null : { focus: line.parent };
    case '*':
      return {
        open: lines
          .filter((sibling) => sibling.parent === line.parent && sibling.branch && !sibling.open)
          .map((sibling) => sibling.key)
          .slice(0, MAX_OPENED),
      };
    default:
      return null;
  }
}

/** Lower case without accents. */
const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Finds the next line whose title begins with the typed text. A repeated letter moves from line to line. */
export function lineStartingWith(lines: readonly TreeLine[], active: string, typed: string): string | null {
  const text = fold(typed);
  if (text === '') return null;
  const [first = '', ...rest] = text;
  const repeated = rest.every((letter) => letter === first);
  const prefix = repeated ? first : text;
  const index = lines.findIndex((line) => line.key === active);
  // Further letters may still match the active line; a repeated letter moves to the next one.
  const start = repeated ? index + 1 : Math.max(index, 0);
  for (let step = 0; step < lines.length; step += 1) {
    const line = lines[(start + step) % lines.length];
    if (line && fold(line.title).startsWith(prefix)) return line.key;
  }
  return null;
}
