import { checkKeys, field, isFields, isGiven, isText, oneOf, type Fields } from '../checks.rules.js';
import { invalid } from '../configuration-invalid.js';
import type { ConfiguredVariables } from '../../variables/variable.rules.js';
import { variablesIn } from '../entries.rules.js';
import { isTrue, readExpression, type Expression } from './expression.rules.js';
import type { Patterns } from '../regexp.rules.js';
import { changesIn, existsIn, hasChanged, hasFile, type Changes, type FilesContext } from './changes.rules.js';

/** One of the `rules` of a job or a workflow; it matches when all of its conditions hold. */
export interface Rule<Result> {
  readonly condition?: Expression;
  readonly changes?: Changes;
  readonly exists?: readonly string[];
  /** Settings that it has when it matches. */
  readonly result: Result;
}

/** Settings that every rule may have. */
export interface RuleResult<When extends string = string> {
  /** Undefined: as its owner says. */
  readonly when?: When;
  readonly variables: ConfiguredVariables;
}

/** Data that rules are evaluated with. */
export interface RuleContext extends FilesContext {
  readonly patterns: Patterns;
}

const CONDITIONS = ['if', 'changes', 'exists'];
const SETTINGS = ['when', 'variables'];
/** Lists in lists, as `!reference` leaves them. */
const DEEPEST = 10;

/** Form of the rules of an owner. */
export interface RuleForm<When extends string, Result> {
  /** Place of one rule: `jobs:rspec:rules:rule`. */
  readonly place: string;
  readonly whens: readonly When[];
  /** Keys besides the conditions, `when` and `variables`. */
  readonly keys: readonly string[];
  readonly result: (place: string, rule: Fields, common: RuleResult<When>) => Result;
}

/** @throws ConfigurationInvalid */
export function rulesIn<When extends string, Result>(
  place: string,
  value: unknown,
  form: RuleForm<When, Result>,
  patterns: Patterns,
): readonly Rule<Result>[] | undefined {
  if (!isGiven(value)) return undefined;
  if (!Array.isArray(value)) throw invalid(place, 'config should be a array');
  return value.flat(DEEPEST).map((rule: unknown) => ruleIn(rule, form, patterns));
}

function ruleIn<When extends string, Result>(
  value: unknown,
  form: RuleForm<When, Result>,
  patterns: Patterns,
): Rule<Result> {
  const { place, whens, keys } = form;
  if (!isFields(value)) throw invalid(place, 'config should be a hash');
  checkKeys(place, value, [...CONDITIONS, ...SETTINGS, ...keys]);
  const given = field(value, 'when');
  const when = oneOf(place, given, whens, `when unknown value: ${textOf(given)}`);
  const condition = conditionIn(place, field(value, 'if'), patterns);
  const changes = changesIn(`${place}:changes`, field(value, 'changes'));
  const exists = existsIn(`${place}:exists`, field(value, 'exists'));
  const variables = variablesIn(`${place}:variables`, field(value, 'variables')) ?? {};
  return {
    ...(condition && { condition }),
    ...(changes && { changes }),
    ...(exists && { exists }),
    result: form.result(place, value, { ...(when !== null && { when }), variables }),
  };
}

const textOf = (value: unknown): string => (isText(value) ? value : String(JSON.stringify(value)));

function conditionIn(place: string, value: unknown, patterns: Patterns): Expression | undefined {
  if (!isGiven(value)) return undefined;
  const expression = isText(value) ? readExpression(value, patterns) : undefined;
  if (!expression) throw invalid(place, 'if invalid expression syntax');
  return expression;
}

/** Returns the result of the first rule that matches. @throws ConfigurationInvalid */
export function firstMatch<Result>(rules: readonly Rule<Result>[], context: RuleContext): Result | undefined {
  return rules.find((rule) => matches(rule, context))?.result;
}

function matches({ condition, changes, exists }: Rule<unknown>, context: RuleContext): boolean {
  if (condition && !isTrue(condition, context)) return false;
  if (changes && !hasChanged(changes, context)) return false;
  return !exists || hasFile(exists, context);
}
