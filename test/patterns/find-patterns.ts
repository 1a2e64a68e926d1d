import { type ESTree, parseSync, Visitor } from 'vite';

/** A regular expression in the sources. */
interface Pattern {
  source: string;
  flags: string;
  /** Line of its first character, counted from 1. */
  line: number;
}

interface FoundPatterns {
  patterns: Pattern[];
  /** Number of calls of `RegExp` whose pattern is known only at run time. */
  computed: number;
}

/**
 * Finds every regular expression of a file: literals, and calls of `RegExp` whose text consists of constants
 * in the same file.
 */
export function findPatterns(file: string, code: string): FoundPatterns {
  const { program } = parseSync(file, code);
  const constants = new Map<string, ESTree.Expression>();
  const found: FoundPatterns = { patterns: [], computed: 0 };
  const lineOf = (start: number) => code.slice(0, start).split('\n').length;

  const onCall = (node: ESTree.NewExpression | ESTree.CallExpression) => {
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return;
    const [pattern, flags] = node.arguments.map((part) => textOf(part as ESTree.Expression, constants));
    if (pattern === undefined) found.computed += 1;
    else found.patterns.push({ source: pattern, flags: flags ?? '', line: lineOf(node.start) });
  };
  new Visitor({
    VariableDeclarator(node) {
      if (node.id.type === 'Identifier' && node.init) constants.set(node.id.name, node.init);
    },
  }).visit(program);
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const { pattern: source, flags } = node.regex;
      found.patterns.push({ source, flags, line: lineOf(node.start) });
    },
    NewExpression: onCall,
    CallExpression: onCall,
  }).visit(program);
  return found;
}

/** Returns the value of a text made of constants; undefined when it is known only at run time. */
function textOf(
  node: ESTree.Expression,
  constants: ReadonlyMap<string, ESTree.Expression>,
): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'Identifier') {
    const value = constants.get(node.name);
    return value && textOf(value, constants);
  }
  const isRaw = node.type === 'TaggedTemplateExpression';
  const template = isRaw ? node.quasi : node;
  if (template.type !== 'TemplateLiteral') return undefined;
  const values = template.expressions.map((expression) => textOf(expression, constants));
  if (values.some((value) => value === undefined)) return undefined;
  return template.quasis
    .map(({ value }, index) => `${isRaw ? value.raw : value.cooked}${values[index] ?? ''}`)
    .join('');
}
