import { parseAst } from 'vite';
import { type Finding, LACKING } from './support-data.ts';

/*
 * Finds APIs that a supported browser lacks. The parser knows no types, so a member is identified by name: it
 * is reported if every interface with a member of that name lacks it.
 */

/** Constructors and global functions, by name. */
const globals = new Map<string, string[]>();
/** Static members, by `Object.name`. */
const statics = new Map<string, string[]>();
/** For each member's name: the browsers that lack it, per interface. */
const members = new Map<string, string[][]>();

for (const [key, lacking] of LACKING) {
  const [, path] = /^(?:api|javascript\.builtins)\.(.+)$/.exec(key) ?? [];
  const [owner = '', name, member] = path?.split('.') ?? [];
  if (name === undefined) globals.set(owner, lacking);
  else if (member !== undefined || name.endsWith('_event')) addMember(member ?? '', lacking);
  else if (name.endsWith('_static')) statics.set(`${owner}.${name.slice(0, -7)}`, lacking);
  else addMember(name, lacking);
  if (owner === 'Window' && name && member === undefined) globals.set(name, lacking);
  // Static methods of the language have no suffix in the data.
  if (key.startsWith('javascript.builtins.') && name && member === undefined)
    statics.set(path ?? '', lacking);
}

function addMember(name: string, lacking: string[]) {
  members.set(name, [...(members.get(name) ?? []), lacking]);
}

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && (node.type === 'Identifier' || node.type === 'JSXIdentifier')
    ? String(node.name)
    : undefined;

/** Tells whether a node is a type. A cast expression is code. */
const isType = ({ type }: Node) =>
  type.startsWith('TS') && !['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'].includes(type);

/** Lists all nodes of a module except types. */
export function* nodesOf(node: Node): Generator<Node> {
  if (isType(node)) return;
  yield node;
  for (const child of childrenOf(node)) yield* nodesOf(child);
}

/** Parses a module. `tsx`: it may contain JSX. */
export const parseModule = (text: string, tsx: boolean): Node =>
  parseAst(text, { lang: tsx ? 'tsx' : 'ts' }) as unknown as Node;

/** Lists the member names that a module declares, in types and values. */
export function declaredNames(module: Node): Set<string> {
  const names = new Set<string>();
  const look = (node: Node) => {
    if (
      /^(Property|TSPropertySignature|TSMethodSignature|PropertyDefinition|MethodDefinition)$/.test(node.type)
    ) {
      const name = nameOf(node.key);
      if (name !== undefined) names.add(name);
    }
    childrenOf(node).forEach(look);
  };
  look(module);
  return names;
}

/** Lists names that a module tests before use: `if (!a.x)`, `a.x && …`, `a.x?.()`, `'x' in a`. */
function guardedNames(nodes: readonly Node[]): Set<string> {
  const names = new Set<string>();
  const guard = (node: unknown) => {
    if (!isNode(node)) return;
    if (node.type === 'MemberExpression') {
      const name = nameOf(node.property);
      if (name !== undefined) names.add(name);
    }
    if (node.type === 'UnaryExpression') guard(node.argument);
    if (node.type === 'LogicalExpression') for (const side of [node.left, node.right]) guard(side);
  };
  for (const node of nodes) {
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') guard(node.test);
    if (node.type === 'LogicalExpression') guard(node.left);
    if (node.type === 'CallExpression' && node.optional === true) guard(node.callee);
    if (node.type === 'BinaryExpression' && node.operator === 'in' && isNode(node.left))
      names.add(String(node.left.value));
  }
  return names;
}

/** Finds APIs that a supported browser lacks, except guarded ones and the project's own names. */
export function findLackingApis(module: Node, ownNames: ReadonlySet<string>): Finding[] {
  const nodes = [...nodesOf(module)];
  const guarded = guardedNames(nodes);
  const found = new Map<string, string[]>();
  const note = (name: string, guard: string, lacking: string[] | undefined) => {
    if (lacking && lacking.length > 0 && !guarded.has(guard)) found.set(name, lacking);
  };
  for (const node of nodes) {
    if (node.type === 'MemberExpression' && node.computed === false) {
      const name = nameOf(node.property) ?? '';
      const qualified = `${nameOf(node.object) ?? ''}.${name}`;
      if (statics.has(qualified)) note(qualified, name, statics.get(qualified));
      else if (!ownNames.has(name)) {
        const owners = members.get(name) ?? [];
        if (owners.every((lacking) => lacking.length > 0)) note(`.${name}`, name, owners[0]);
      }
    }
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const name = nameOf(node.callee);
      if (name !== undefined) note(name, name, globals.get(name));
    }
    if (node.type === 'JSXOpeningElement') noteAttributes(node, note);
  }
  return [...found].map(([name, lacking]) => ({ name, lacking }));
}

function noteAttributes(
  element: Node,
  note: (name: string, guard: string, lacking: string[] | undefined) => void,
) {
  const tag = nameOf(element.name) ?? '';
  if (!/^[a-z]/.test(tag) || !Array.isArray(element.attributes)) return;
  for (const attribute of element.attributes.filter(isNode)) {
    const name = nameOf(attribute.name)?.toLowerCase();
    if (name === undefined) continue;
    const key = [`html.elements.${tag}.${name}`, `html.global_attributes.${name}`].find((key) =>
      LACKING.has(key),
    );
    if (key) note(`<${tag} ${name}>`, name, LACKING.get(key));
  }
}
