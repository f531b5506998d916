import type { Values } from '../pipelines/variables.rules.js';

/** Operand of an expression: a variable by its name, or a value. */
type Operand = { readonly variable: string } | { readonly value: string | null };

/** `$A`, or `$A == "text"`; `null` is the value of an unset variable. */
export interface Expression {
  readonly left: Operand;
  readonly right?: Operand;
}

const OPERAND = /^\s*(?:\$(?<variable>\w+)|"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<nothing>null)\b)\s*/;

/** Parses an expression; returns undefined for a text that is none. */
export function readExpression(text: string): Expression | undefined {
  const left = operandAt(text);
  if (!left) return undefined;
  if (left.rest === '') return { left: left.operand };
  if (!left.rest.startsWith('==')) return undefined;
  const right = operandAt(left.rest.slice(2));
  return right?.rest === '' ? { left: left.operand, right: right.operand } : undefined;
}

function operandAt(text: string): { operand: Operand; rest: string } | undefined {
  const found = OPERAND.exec(text);
  if (!found) return undefined;
  const { variable, double, single } = found.groups!;
  const operand = variable === undefined ? { value: double ?? single ?? null } : { variable };
  return { operand, rest: text.slice(found[0].length) };
}

/** A single operand is true when it has a value that is not empty. */
export function isTrue({ left, right }: Expression, variables: Values): boolean {
  const valueOf = (operand: Operand) =>
    'value' in operand ? operand.value : (variables.get(operand.variable) ?? null);
  return right ? valueOf(left) === valueOf(right) : Boolean(valueOf(left));
}
