import { checkKeys, field, isFields, isGiven, text } from '../checks.rules.js';
import { invalid } from '../configuration-invalid.js';
import type { Patterns } from '../regexp.rules.js';
import { firstMatch, rulesIn, type Rule, type RuleContext, type RuleForm, type RuleResult } from './rules.rules.js';

/** Conditions on which a push, a schedule or a request has a pipeline. */
export interface Workflow {
  readonly rules?: readonly Rule<RuleResult<'always' | 'never'>>[];
}

type When = 'always' | 'never';

const FORM: RuleForm<When, RuleResult<When>> = {
  place: 'workflow:rules:rule',
  whens: ['always', 'never'],
  keys: [],
  result: (_place, _rule, common) => common,
};

/** @throws ConfigurationInvalid */
export function workflowIn(value: unknown, patterns: Patterns): Workflow {
  if (!isGiven(value)) return {};
  if (!isFields(value)) throw invalid('workflow', 'config should be a hash');
  checkKeys('workflow', value, ['rules', 'name']);
  if (text('workflow name', field(value, 'name')) !== null) throw invalid('workflow', 'name is not supported');
  const rules = rulesIn('workflow:rules', field(value, 'rules'), FORM, patterns);
  return { ...(rules && { rules }) };
}

/** Returns the variables of the rule that matches; undefined when there is to be no pipeline. @throws ConfigurationInvalid */
export function workflowVariables(workflow: Workflow, context: RuleContext): RuleResult['variables'] | undefined {
  if (!workflow.rules) return {};
  const match = firstMatch(workflow.rules, context);
  return match && match.when !== 'never' ? match.variables : undefined;
}
