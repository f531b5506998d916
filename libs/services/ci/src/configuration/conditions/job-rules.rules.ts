import { WHENS } from '../../builds/stages.rules.js';
import { startInOf } from '../entries/start-in.rules.js';
import { boolean, field } from '../checks.rules.js';
import { ownNeedsIn, type Need } from '../needs.rules.js';
import type { Patterns } from '../regexp.rules.js';
import { rulesIn, type Rule, type RuleForm, type RuleResult } from './rules.rules.js';

/** Settings that a rule gives its job; undefined ones are as the job says. */
export interface JobRuleResult extends RuleResult<JobRuleWhen> {
  readonly allowFailure?: boolean;
  readonly interruptible?: boolean;
  readonly needs?: readonly Need[];
  /** Delay of a `delayed` job. */
  readonly startInSeconds?: number;
}

export type JobRule = Rule<JobRuleResult>;

const RULE_WHENS = [...WHENS, 'never'] as const;
type JobRuleWhen = (typeof RULE_WHENS)[number];

/** Reads the `rules` of a job. @param place of the job @throws ConfigurationInvalid */
export function jobRulesIn(place: string, value: unknown, patterns: Patterns): readonly JobRule[] | undefined {
  const form: RuleForm<JobRuleWhen, JobRuleResult> = {
    place: `${place}:rules:rule`,
    whens: RULE_WHENS,
    keys: ['allow_failure', 'interruptible', 'needs', 'start_in'],
    result: (at, rule, common) => {
      const allowFailure = boolean(`${at} allow failure`, field(rule, 'allow_failure'));
      const interruptible = boolean(`${at} interruptible`, field(rule, 'interruptible'));
      const needs = ownNeedsIn(`${at}:needs`, field(rule, 'needs'));
      const startInSeconds = startInOf(at, field(rule, 'start_in'), { isDelayed: common.when === 'delayed' });
      const given = { ...(needs && { needs }), ...(startInSeconds !== undefined && { startInSeconds }) };
      return {
        ...{ ...common, ...given },
        ...(allowFailure !== null && { allowFailure }),
        ...(interruptible !== null && { interruptible }),
      };
    },
  };
  return rulesIn(`${place}:rules`, value, form, patterns);
}
