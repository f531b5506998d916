import { boolean, field } from '../checks.rules.js';
import { needsIn, type Need } from '../needs.rules.js';
import type { Patterns } from '../regexp.rules.js';
import { rulesIn, type Rule, type RuleForm, type RuleResult } from './rules.rules.js';

/** Settings that a rule gives its job; undefined ones are as the job says. */
export interface JobRuleResult extends RuleResult<JobRuleWhen> {
  readonly allowFailure?: boolean;
  readonly needs?: readonly Need[];
}

export type JobRule = Rule<JobRuleResult>;

const WHENS = ['on_success', 'on_failure', 'always', 'never', 'manual'] as const;
type JobRuleWhen = (typeof WHENS)[number];

/** Reads the `rules` of a job. @param place of the job @throws ConfigurationInvalid */
export function jobRulesIn(place: string, value: unknown, patterns: Patterns): readonly JobRule[] | undefined {
  const form: RuleForm<JobRuleWhen, JobRuleResult> = {
    place: `${place}:rules:rule`,
    whens: WHENS,
    keys: ['allow_failure', 'needs'],
    result: (at, rule, common) => {
      const allowFailure = boolean(`${at} allow failure`, field(rule, 'allow_failure'));
      const needs = needsIn(`${at}:needs`, field(rule, 'needs'));
      return { ...common, ...(allowFailure !== null && { allowFailure }), ...(needs && { needs }) };
    },
  };
  return rulesIn(`${place}:rules`, value, form, patterns);
}
