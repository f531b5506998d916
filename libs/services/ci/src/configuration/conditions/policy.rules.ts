import { areTexts, checkKeys, field, isBlank, isFields, isGiven, type Fields } from '../checks.rules.js';
import { invalid } from '../configuration-invalid.js';
import { changesIn, hasChanged, type Changes } from './changes.rules.js';
import type { RuleContext } from './rules.rules.js';
import { isTrue, readExpression, regexpOf, type Expression } from './expression.rules.js';
import type { PipelineSource } from '../pipeline-source.js';
import { wildcardPattern, type Patterns, type Regexp } from '../regexp.rules.js';

/** Data that `only` and `except` are evaluated with. */
export interface PolicySubject extends RuleContext {
  readonly ref: string;
  readonly tag: boolean;
  readonly source: PipelineSource;
  readonly projectPath: string;
}

/** One condition on the ref, as listed in `only` and `except`. */
interface RefCondition {
  readonly word: string;
  /** Replaces the word when it is a pattern. */
  readonly regexp: Regexp | undefined;
  /** Full path of the only project that it applies to. */
  readonly path: string | undefined;
}

/** Conditions of `only`, or of `except`; missing ones are undefined. */
export interface Policy {
  readonly refs?: readonly RefCondition[];
  readonly kubernetes?: boolean;
  readonly variables?: readonly Expression[];
  readonly changes?: Changes;
}

/** @throws ConfigurationInvalid */
export function policyIn(place: string, value: unknown, patterns: Patterns): Policy | undefined {
  if (!isGiven(value)) return undefined;
  if (Array.isArray(value)) return { refs: refConditions(`${place} config`, value, patterns) };
  if (!isFields(value)) throw invalid(place, 'has to be either an array of conditions or a hash');
  if (isBlank(value)) throw invalid(place, "config can't be blank");
  checkKeys(place, value, ['refs', 'kubernetes', 'variables', 'changes']);
  const [refs, kubernetes] = [field(value, 'refs'), field(value, 'kubernetes')];
  if (isGiven(kubernetes) && kubernetes !== 'active')
    throw invalid(place, `kubernetes unknown value: ${String(kubernetes)}`);
  const variables = expressions(place, value, patterns);
  const changes = changesIn(`${place} changes`, field(value, 'changes'));
  return {
    ...(isGiven(refs) && { refs: refConditions(`${place} refs`, refs, patterns) }),
    ...(isGiven(kubernetes) && { kubernetes: true }),
    ...(variables && { variables }),
    ...(changes && { changes }),
  };
}

function refConditions(place: string, value: unknown, patterns: Patterns): RefCondition[] {
  const conditions = areTexts(value) ? value.map((text) => refCondition(text, patterns)) : [undefined];
  const valid = conditions.filter((condition) => condition !== undefined);
  if (valid.length < conditions.length) throw invalid(place, 'should be an array of strings or regexps');
  return valid;
}

function refCondition(text: string, patterns: Patterns): RefCondition | undefined {
  const ends = [...text.matchAll(/\/[ismU]*@/g)].map(({ 0: end, index }) => index + end.length);
  const place = text.startsWith('/') ? (ends.at(-1) ?? 0) - 1 : text.indexOf('@');
  const [word = '', path] = place < 0 ? [text] : [text.slice(0, place), text.slice(place + 1)];
  const isPattern = /^\/.*\/[ismU]*$/s.test(word);
  const wildcard = wildcardPattern(word);
  if (!isPattern && wildcard === undefined) return { word, regexp: undefined, path };
  const regexp = isPattern ? regexpOf(word, patterns) : patterns.compile(wildcard!);
  return regexp && { word, regexp, path };
}

function expressions(place: string, value: Fields, patterns: Patterns): Expression[] | undefined {
  const given = field(value, 'variables');
  if (!isGiven(given)) return undefined;
  const read = areTexts(given) ? given.map((text) => readExpression(text, patterns)) : [undefined];
  const valid = read.filter((expression) => expression !== undefined);
  if (valid.length < read.length) throw invalid(`${place} variables`, 'invalid expression syntax');
  return valid;
}

/** Words for the pipelines of a source. */
const WORDS: Readonly<Record<PipelineSource, readonly string[]>> = {
  external: ['external', 'externals'],
  push: ['push', 'pushes'],
  web: ['web', 'webs'],
  trigger: ['trigger', 'triggers'],
  schedule: ['schedule', 'schedules'],
  api: ['api', 'apis'],
  merge_request_event: ['merge_request', 'merge_requests'],
  pipeline: ['pipeline', 'pipelines'],
  parent_pipeline: ['parent_pipeline', 'parent_pipelines'],
};

/** Returns whether a pipeline includes a job: every condition of `only` holds, and none of `except`. */
export function isWanted(only: Policy | undefined, except: Policy | undefined, subject: PolicySubject): boolean {
  return results(only, subject).every(Boolean) && !results(except, subject).some(Boolean);
}

function results(policy: Policy | undefined, subject: PolicySubject): boolean[] {
  const { refs, kubernetes, variables, changes } = policy ?? {};
  return [
    ...(refs ? [refs.some((condition) => fits(condition, subject))] : []),
    // Projects never have a cluster of their own.
    ...(kubernetes ? [false] : []),
    ...(variables ? [variables.some((expression) => isTrue(expression, subject))] : []),
    ...(changes ? [hasChanged(changes, subject)] : []),
  ];
}

function fits({ word, regexp, path }: RefCondition, { ref, tag, source, projectPath }: PolicySubject): boolean {
  if (path !== undefined && path !== projectPath) return false;
  if (regexp) return regexp.test(ref);
  // A pipeline of a merge request is one of neither branches nor tags.
  const isOfRef = source !== 'merge_request_event' && word === (tag ? 'tags' : 'branches');
  return isOfRef || WORDS[source].includes(word) || word === ref;
}
