import { checkKeys, field, isFields, isGiven, oneOf, text } from '../checks.rules.js';
import { invalid } from '../configuration-invalid.js';
import type { ConfiguredVariables } from '../../variables/variable.rules.js';
import type { Patterns } from '../regexp.rules.js';
import { firstMatch, rulesIn, type Rule, type RuleContext, type RuleForm, type RuleResult } from './rules.rules.js';

/** Jobs that are canceled for a newer pipeline: all as long as only interruptible ones have begun; interruptible ones; none. */
const ON_NEW_COMMIT = ['conservative', 'interruptible', 'none'] as const;
/** Jobs that are canceled when another one fails. */
const ON_JOB_FAILURE = ['none', 'all'] as const;

/** When a pipeline's jobs are canceled without a request. */
export interface AutoCancel {
  readonly onNewCommit: (typeof ON_NEW_COMMIT)[number];
  readonly onJobFailure: (typeof ON_JOB_FAILURE)[number];
}

/** Conditions on which a push, a schedule or a request has a pipeline, and settings of that. */
export interface Workflow {
  readonly rules?: readonly Rule<WorkflowResult>[];
  /** Name of its pipelines, with variables. */
  readonly name?: string;
  readonly autoCancel?: Partial<AutoCancel>;
}

type When = 'always' | 'never';

interface WorkflowResult extends RuleResult<When> {
  readonly autoCancel?: Partial<AutoCancel>;
}

const AUTO_CANCEL: AutoCancel = { onNewCommit: 'conservative', onJobFailure: 'none' };
/** Longest name of a pipeline. */
export const LONGEST_NAME = 255;

const FORM: RuleForm<When, WorkflowResult> = {
  place: 'workflow:rules:rule',
  whens: ['always', 'never'],
  keys: ['auto_cancel'],
  result: (place, rule, common) => ({ ...common, ...autoCancelIn(`${place}:auto_cancel`, field(rule, 'auto_cancel')) }),
};

/** @throws ConfigurationInvalid */
export function workflowIn(value: unknown, patterns: Patterns): Workflow {
  if (!isGiven(value)) return {};
  if (!isFields(value)) throw invalid('workflow', 'config should be a hash');
  checkKeys('workflow', value, ['rules', 'name', 'auto_cancel']);
  const name = text('workflow name', field(value, 'name'));
  if (name !== null) checkName(name);
  const rules = rulesIn('workflow:rules', field(value, 'rules'), FORM, patterns);
  const autoCancel = autoCancelIn('workflow:auto_cancel', field(value, 'auto_cancel'));
  return { ...(rules && { rules }), ...(name !== null && { name }), ...autoCancel };
}

/** @throws ConfigurationInvalid for the name of a pipeline that is too long */
export function checkName(name: string): void {
  if (name.length > LONGEST_NAME) throw invalid('workflow', `name is too long (maximum is ${LONGEST_NAME} characters)`);
}

function autoCancelIn(place: string, value: unknown): { readonly autoCancel?: Partial<AutoCancel> } {
  if (!isGiven(value)) return {};
  if (!isFields(value)) throw invalid(place, 'config should be a hash');
  checkKeys(place, value, ['on_new_commit', 'on_job_failure']);
  const choice = <Word extends string>(key: string, words: readonly Word[]) =>
    oneOf(place, field(value, key), words, `${key.replaceAll('_', ' ')} must be one of: ${words.join(', ')}`);
  const [onNewCommit, onJobFailure] = [
    choice('on_new_commit', ON_NEW_COMMIT),
    choice('on_job_failure', ON_JOB_FAILURE),
  ];
  return { autoCancel: { ...(onNewCommit && { onNewCommit }), ...(onJobFailure && { onJobFailure }) } };
}

/** Returns the settings of the rule that matches; undefined when there is to be no pipeline. @throws ConfigurationInvalid */
export function workflowResult(
  { rules, autoCancel }: Workflow,
  context: RuleContext,
): { readonly variables: ConfiguredVariables; readonly autoCancel: AutoCancel } | undefined {
  const match = rules ? firstMatch(rules, context) : { variables: {} };
  if (!match || match.when === 'never') return undefined;
  return { variables: match.variables, autoCancel: { ...AUTO_CANCEL, ...autoCancel, ...match.autoCancel } };
}
