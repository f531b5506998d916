import type { Values } from '../../pipelines/variables.rules.js';
import { patternIn, type Patterns, type Regexp } from '../regexp.rules.js';

/** Operand of an expression: a variable by its name, a text (`null` is the value of an unset variable), or a pattern. */
type Operand =
  | { readonly variable: string }
  | { readonly value: string | null }
  | { readonly pattern: string; readonly regexp: Regexp };

const COMPARISONS = ['==', '!=', '=~', '!~'] as const;
type Comparison = (typeof COMPARISONS)[number];

/** `$A`, `$A == "text"`, `$A =~ /pattern/ && ($B || $C != null)`: an operand, a comparison of two, or several of them combined. */
export type Expression =
  | Operand
  | { readonly operator: Comparison; readonly left: Operand; readonly right: Operand }
  | { readonly operator: '&&' | '||'; readonly all: readonly Expression[] };

/** Data that expressions are evaluated with. */
export interface ExpressionContext {
  readonly variables: Values;
  /** Compiles the patterns that are values of variables. */
  readonly patterns: Patterns;
}

/** In UTF-16 units. */
const LONGEST = 4_096;
const DEEPEST = 50;
const TOKEN =
  /\s*(?:\$(?<variable>\w+)|"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<nothing>null)\b|(?<pattern>\/(?:[^/\\]|\\.)+\/[ismU]*)|(?<operator>==|!=|=~|!~|&&|\|\||[()]))\s*/suy;

type Token = { readonly operand: Operand } | { readonly operator: string };

/**
 * Parses an expression; returns undefined for a text that is none.
 * @throws ConfigurationInvalid when the patterns of the configuration are too large together
 */
export function readExpression(text: string, patterns: Patterns): Expression | undefined {
  const tokens = tokensOf(text, patterns);
  return tokens && new Reader(tokens).whole();
}

function tokensOf(text: string, patterns: Patterns): Token[] | undefined {
  if (text.length > LONGEST) return undefined;
  const tokens: Token[] = [];
  const lexer = new RegExp(TOKEN);
  while (lexer.lastIndex < text.length) {
    const groups = lexer.exec(text)?.groups;
    if (!groups) return undefined;
    const { operator } = groups;
    const operand = operator === undefined ? operandOf(groups, patterns) : undefined;
    if (operator === undefined && !operand) return undefined;
    tokens.push(operand ? { operand } : { operator: operator! });
  }
  return tokens;
}

function operandOf(groups: Readonly<Record<string, string | undefined>>, patterns: Patterns): Operand | undefined {
  const { variable, double, single, pattern } = groups;
  if (variable !== undefined) return { variable };
  if (pattern === undefined) return { value: double ?? single ?? null };
  const regexp = regexpOf(pattern, patterns);
  return regexp && { pattern, regexp };
}

/** Compiles `/pattern/flags`; returns undefined for a text that is none. @throws ConfigurationInvalid when all patterns together are too large */
export function regexpOf(text: string, patterns: Patterns): Regexp | undefined {
  const end = text.lastIndexOf('/');
  const [body, flags] = [patternIn(text.slice(0, end + 1)), text.slice(end + 1)];
  if (body === undefined || !/^[ismU]*$/.test(flags)) return undefined;
  const unescaped = body.replaceAll('\\/', '/');
  return patterns.compile(flags === '' ? unescaped : `(?${flags})${unescaped}`);
}

/** Parses tokens by precedence: comparisons, `&&`, `||`. Every method returns undefined for tokens that are no expression. */
class Reader {
  #next = 0;
  #depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  whole(): Expression | undefined {
    const expression = this.#any();
    return this.#next === this.tokens.length ? expression : undefined;
  }

  #any(): Expression | undefined {
    return this.#combined('||', () => this.#combined('&&', () => this.#single()));
  }

  #combined(operator: '&&' | '||', read: () => Expression | undefined): Expression | undefined {
    const all: Expression[] = [];
    do {
      const expression = read();
      if (!expression) return undefined;
      all.push(expression);
    } while (this.#takes(operator));
    return all.length === 1 ? all[0] : { operator, all };
  }

  #single(): Expression | undefined {
    if (this.#takes('(')) {
      this.#depth += 1;
      const inner = this.#depth > DEEPEST ? undefined : this.#any();
      this.#depth -= 1;
      return this.#takes(')') ? inner : undefined;
    }
    const left = this.#operand();
    const operator = COMPARISONS.find((each) => this.#takes(each));
    if (!left || !operator) return left && 'pattern' in left ? undefined : left;
    const right = this.#operand();
    const matches = operator === '=~' || operator === '!~';
    const fits = right && !('pattern' in left) && (matches ? !('value' in right) : !('pattern' in right));
    return fits ? { operator, left, right } : undefined;
  }

  #operand(): Operand | undefined {
    const token = this.tokens[this.#next];
    if (!token || !('operand' in token)) return undefined;
    this.#next += 1;
    return token.operand;
  }

  #takes(operator: string): boolean {
    const token = this.tokens[this.#next];
    if (!token || !('operator' in token) || token.operator !== operator) return false;
    this.#next += 1;
    return true;
  }
}

/**
 * Evaluates an expression. A single operand is true when it has a value that is not empty.
 * @throws ConfigurationInvalid when the patterns in variables are too large together
 */
export function isTrue(expression: Expression, context: ExpressionContext): boolean {
  if (!('operator' in expression)) return Boolean(valueOf(expression, context));
  if ('all' in expression)
    return expression.all[expression.operator === '&&' ? 'every' : 'some']((each) => isTrue(each, context));
  const { operator, left, right } = expression;
  const value = valueOf(left, context);
  if (operator === '==') return value === valueOf(right, context);
  if (operator === '!=') return value !== valueOf(right, context);
  // A variable without a pattern matches nothing.
  const matches = regexpIn(right, context)?.test(value ?? '') ?? false;
  return matches === (operator === '=~');
}

function valueOf(operand: Operand, { variables }: ExpressionContext): string | null {
  if ('variable' in operand) return variables.get(operand.variable) ?? null;
  return 'value' in operand ? operand.value : operand.pattern;
}

function regexpIn(operand: Operand, context: ExpressionContext): Regexp | undefined {
  return 'regexp' in operand ? operand.regexp : regexpOf(valueOf(operand, context) ?? '', context.patterns);
}
