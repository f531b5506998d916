import type { BuildOptions } from '../builds/build-options.js';
import type { BuildVariable } from '../variables/variable.rules.js';
import {
  environmentVariables,
  jobVariables,
  predefined,
  userVariables,
  type EnvironmentContext,
  type JobContext,
} from './predefined.rules.js';

/** Most UTF-16 units that variables may add to one text. */
const MOST_EXPANDED = 4_096;

/** Variables that are not predefined. */
export interface VariableSources {
  /** Predefined ones that do not depend on the job, where they are known: the same array for all jobs of a pipeline. */
  readonly shared?: readonly BuildVariable[];
  /** Of the configuration, for all jobs. */
  readonly common: readonly BuildVariable[];
  /** Of the configuration, for this job. */
  readonly configured: readonly BuildVariable[];
  /** Reported by the jobs whose artifacts it gets. */
  readonly reported?: readonly BuildVariable[];
  /** Of the project's groups, the project and the pipeline. */
  readonly secrets: readonly BuildVariable[];
  readonly environment: EnvironmentContext | null;
}

/** Values by the keys of their variables. */
export interface Values {
  get(key: string): string | undefined;
}

/** Returns the variables of the configuration that a job has. */
export function inheritedVariables(
  common: readonly BuildVariable[],
  { inheritVariables = true }: Pick<BuildOptions, 'inheritVariables'>,
): readonly BuildVariable[] {
  if (inheritVariables === true) return common;
  return inheritVariables === false ? [] : common.filter(({ key }) => inheritVariables.includes(key));
}

/** Returns all variables of a job. Of those with the same key, the last one counts. */
export function variablesOf(context: JobContext, sources: VariableSources): readonly BuildVariable[] {
  return layersOf(context, sources).flatMap((layer) => layer());
}

/** Returns the effective values of these variables. Layers are made when a key is not in those above them: few conditions reach the lowest. */
export function valuesOf(context: JobContext, sources: VariableSources): Values {
  const layers = layersOf(context, sources).toReversed();
  const made: ReadonlyMap<string, string>[] = [];
  const get = (key: string) => {
    const index = layers.findIndex((layer, place) => (made[place] ??= byKey(layer())).has(key));
    return made[index]?.get(key);
  };
  return { get };
}

function layersOf(
  context: JobContext,
  { shared, common, configured, reported = [], secrets, environment }: VariableSources,
): readonly (() => readonly BuildVariable[])[] {
  return [
    () => jobVariables(context),
    () => shared ?? predefined(context),
    () => common,
    () => configured,
    () => reported,
    () => userVariables(context),
    () => secrets,
    () => environmentVariables(environment),
  ];
}

const maps = new WeakMap<readonly BuildVariable[], ReadonlyMap<string, string>>();

/** Cached: a thousand jobs may have the same thousand variables. */
function byKey(variables: readonly BuildVariable[]): ReadonlyMap<string, string> {
  const map = maps.get(variables) ?? new Map(variables.map(({ key, value }) => [key, value]));
  maps.set(variables, map);
  return map;
}

/** Expands variables in a text: `$A`, `${A}` and `%A%`. Unset variables, and values beyond the limit, are replaced by nothing. */
export function expanded(text: string, variables: Values): string {
  return replaced(text, (key) => variables.get(key) ?? '');
}

/** Expands the set variables in a text, and keeps the others for another expansion. */
export function partlyExpanded(text: string, variables: Values): string {
  return replaced(text, (key) => variables.get(key));
}

function replaced(text: string, valueOf: (key: string) => string | undefined): string {
  let room = MOST_EXPANDED;
  return text.replace(
    /\$(?<plain>[a-zA-Z_]\w*)|\$\{(?<braced>[a-zA-Z_]\w*)\}|%(?<percent>[a-zA-Z_]\w*)%/g,
    (whole, plain?: string, braced?: string, percent?: string) => {
      const value = valueOf((plain ?? braced ?? percent)!) ?? whole;
      room -= value.length;
      return room < 0 ? '' : value;
    },
  );
}
