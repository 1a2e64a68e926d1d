import { type ESTree, parseSync, Visitor } from 'vite';

/*
 * Finds the texts of a source file that users may read. A literal alone does not show whether it is such a
 * text, so literals in certain positions are excluded (types, keys, comparisons, class names, log calls), and
 * so are those that do not look like a text.
 */

export interface InterfaceText {
  /** Line of its first character, counted from 1. */
  line: number;
  /** Text as users read it. Inserted values are shown as expressions in braces. */
  text: string;
}

interface Span {
  start: number;
  end: number;
}

type Found = Span & { text: string; written: boolean };

const words = (...lines: string[]) => lines.flatMap((line) => line.split(' '));
/** Matches a name, alone or after a dot, by one of the patterns. */
const oneOf = (...lines: string[]) => new RegExp(`(^|\\.)(${words(...lines).join('|')})$`);

/** Attributes whose value users do not read. */
const SILENT_ATTRIBUTES = oneOf(
  'class className id key href to src srcSet type name role rel style d fill stroke viewBox transform',
  'method action target autoComplete inputMode form htmlFor lang data-.* on[A-Z].*Class',
  'aria-(live|current|controls|labelledby|describedby|haspopup|hidden)',
);

/** Calls whose arguments are names, selectors, statements or log lines. */
const SILENT_CALLS = oneOf(
  'querySelector(All)? closest matches (add|remove)EventListener dispatchEvent getElementById createElement',
  'setAttribute getAttribute hasAttribute startsWith endsWith includes indexOf split replace replaceAll',
  'header headers getHeader setHeader raw debug info warn log fetch decorate addHook addGauge',
  'execFile spawn prepare exec query RegExp DateTimeFormat NumberFormat Collator',
);

const COMPARISONS = new Set(['===', '!==', '==', '!=', 'in', 'instanceof', '<', '>', '<=', '>=']);

/** Values that look like a word, but are a key, a header or a name of the platform. */
const NAMES = new Set(
  words(
    'Enter Escape Tab Home End Shift Control Delete Backspace Space Vary Cookie Location Allow Range Accept',
    'Origin Host Date Age Error Referer Bearer Basic Lax Strict Secure Invalid',
  ),
);

/** Shapes of literals for programs: statements, selectors, styles, headers, policies, addresses. */
const NOT_WRITTEN_FOR_PEOPLE = [
  /^(select|insert|update|delete|create|drop|alter|pragma|begin|commit|rollback|where|order by|vacuum)\s/,
  /^is not$|^repeatable read$|^[\w.]+ as \w+$|^\w+ (asc|desc)$/,
  /[{;=<]\s*$|document\.cookie|^[@.&]|^#\w|^https?:|^[a-z-]+=|;\s*[a-z-]+=|\bimport .* from /,
  /\[[a-z-]+[\]=]|^[a-z-]+:[^ ]|var\(--|^\d+(px|rem|%)|px \S*px$|\(prefers-|\((min|max)-width|^--/,
  /^(public|private), |^(Basic|Bearer) |^[a-z]+-src |'self'|^sandbox allow-|^\w+\/[\w.+-]+(;|$)|^\w+; /,
  /^(btn|auto,) |^Accept-Encoding/,
];

/** Length above which an inserted expression is shown as `…`, in characters. */
const MAX_INSERTED = 40;

/** Tells whether a literal looks like a text: several words, or one with a capital. */
export function looksLikeText(value: string): boolean {
  const bare = value.replace(/\{[^}]*\}/g, '').trim();
  if (!/[A-Za-z]{2}/.test(bare) || NOT_WRITTEN_FOR_PEOPLE.some((shape) => shape.test(value.trim())))
    return false;
  if (/\s/.test(value.trim())) return /[a-z]{2}/.test(bare);
  return /^[A-Z][a-z’'-]+[.!?…:,]*$/.test(bare) && !NAMES.has(bare);
}

/** Returns the texts of a TypeScript source in order. Throws if it cannot be parsed. */
export function interfaceTexts(file: string, source: string): InterfaceText[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const search = new Search(source);
  search.visitor().visit(program);
  return search.texts();
}

class Search {
  private readonly found: Found[] = [];
  private readonly silent: Span[] = [];
  /** Starts of nodes that belong to a longer text. */
  private readonly parts = new Set<number>();
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  visitor(): Visitor {
    const hush = (node: Span | null) => node && this.silent.push(node);
    return new Visitor({
      ImportDeclaration: hush,
      ImportExpression: hush,
      ExportAllDeclaration: hush,
      ExportNamedDeclaration: (node) => hush(node.source),
      TSLiteralType: hush,
      TaggedTemplateExpression: hush,
      SwitchCase: (node) => hush(node.test),
      Property: (node) => hush(node.computed ? null : node.key),
      MemberExpression: (node) => hush(node.computed ? node.property : null),
      JSXAttribute: (node) => hush(SILENT_ATTRIBUTES.test(this.code(node.name)) ? node : null),
      CallExpression: (node) => this.call(node.callee, node.arguments),
      NewExpression: (node) => this.call(node.callee, node.arguments),
      BinaryExpression: (node) => this.binary(node),
      JSXElement: (node) => this.element(node),
      JSXFragment: (node) => this.element(node),
      TemplateLiteral: (node) => this.add(node, this.literal(node)),
      Literal: (node) => this.add(node, this.literal(node)),
    });
  }

  texts(): InterfaceText[] {
    return this.found
      .filter(({ text, written }) => written || looksLikeText(text))
      .filter((found) => !this.silent.some(({ start, end }) => start <= found.start && found.end <= end))
      .sort((one, other) => one.start - other.start)
      .map(({ start, text }) => ({ line: this.source.slice(0, start).split('\n').length, text }));
  }

  private code({ start, end }: Span): string {
    return this.source.slice(start, end);
  }

  private inserted(node: Span): string {
    const code = this.code(node).replace(/[{}]/g, '');
    return code.length > MAX_INSERTED || code.includes('\n') ? '{…}' : `{${code}}`;
  }

  private add(node: Span, text: string | undefined, written = false): void {
    if (text === undefined || this.parts.has(node.start)) return;
    this.found.push({ start: node.start, end: node.end, text: text.replace(/\s+/g, ' ').trim(), written });
  }

  private call(callee: Span, values: Span[]): void {
    if (SILENT_CALLS.test(this.code(callee))) this.silent.push(...values);
  }

  private literal(node: ESTree.Node): string | undefined {
    if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
    if (node.type !== 'TemplateLiteral') return undefined;
    const values = node.expressions.map((expression) => this.inserted(expression));
    return node.quasis.map(({ value }, index) => value.cooked + (values[index] ?? '')).join('');
  }

  /** Joins a concatenation of strings to one text. */
  private binary(node: ESTree.BinaryExpression): void {
    if (COMPARISONS.has(node.operator)) this.silent.push(node.left, node.right);
    if (node.operator !== '+' || this.parts.has(-node.end)) return;
    const terms = this.terms(node);
    if (!terms.some((term) => this.literal(term) !== undefined)) return;
    this.add(node, terms.map((term) => this.literal(term) ?? this.inserted(term)).join(''));
    for (const term of terms) if (this.literal(term) !== undefined) this.parts.add(term.start);
  }

  private terms(node: ESTree.Node): ESTree.Node[] {
    if (node.type !== 'BinaryExpression' || node.operator !== '+') return [node];
    this.parts.add(-node.end);
    return [...this.terms(node.left), ...this.terms(node.right)];
  }

  /** Collects an element with words as one text, including its inner elements. */
  private element(node: ESTree.JSXElement | ESTree.JSXFragment): void {
    if (!node.children.some((child) => child.type === 'JSXText' && /[A-Za-z]{2}/.test(child.value))) return;
    this.add(node, this.children(node), true);
  }

  private children({ children }: ESTree.JSXElement | ESTree.JSXFragment): string {
    return children
      .map((child) => {
        if (child.type === 'JSXText') return decode(child.value);
        if (child.type === 'JSXExpressionContainer') return this.contained(child.expression);
        if (child.type !== 'JSXElement' && child.type !== 'JSXFragment') return '';
        this.parts.add(child.start);
        return child.children.length > 0 ? this.children(child) : this.tag(child);
      })
      .join('');
  }

  private contained(expression: ESTree.JSXExpression): string {
    const text = this.literal(expression);
    if (text === undefined) return this.inserted(expression);
    this.parts.add(expression.start);
    return text;
  }

  private tag(node: ESTree.JSXElement | ESTree.JSXFragment): string {
    if (node.type === 'JSXFragment') return '';
    return `{${this.code(node.openingElement.name)}}`;
  }
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&quot;': '"',
};

const decode = (text: string) => text.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity);
