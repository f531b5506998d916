import type { NewBuild } from '../builds/builds.store.js';
import type { Configuration } from '../configuration/configuration.rules.js';
import type { ConfiguredEnvironment } from '../configuration/entries.rules.js';
import { isWanted } from '../configuration/policy.rules.js';
import {
  expanded,
  listed,
  valuesOf,
  variablesOf,
  type EnvironmentContext,
  type PipelineContext,
  type VariableSources,
} from './variables.rules.js';

/** The default of GitLab, in seconds. */
const TIMEOUT_SECONDS = 3_600;
const SKIP = /\[(?:ci[ _-]skip|skip[ _-]ci)\]/i;

/** A job that a pipeline is to have. */
export interface PlannedBuild extends NewBuild {
  /** Where it deploys to, before variables are put into its name and URL. */
  readonly environment: ConfiguredEnvironment | null;
}

/** What a pipeline is planned by. */
export interface PlanContext extends PipelineContext {
  /** Whether its ref is protected. */
  readonly protected: boolean;
  /** Variables of its groups, project and own ones: what they decide is kept, but not they themselves. */
  readonly secrets: VariableSources['secrets'];
}

/** Whether the message of a commit asks for no jobs. */
export function skipsCi(message: string): boolean {
  return SKIP.test(message);
}

/** Plans the jobs of a pipeline, in the order of their stages. */
export function plannedBuilds({ stages, jobs }: Configuration, context: PlanContext): PlannedBuild[] {
  const { ref, tag, source } = context.pipeline;
  const builds = jobs.flatMap(({ only, except, variables, retries, ...job }) => {
    const configured = listed(variables);
    const values = plannedValues(context, { ...job, variables: configured }, null);
    const subject = { ref, tag, source, projectPath: context.project.fullPath, variables: values };
    if (!isWanted(only, except, subject)) return [];
    const planned = { ...job, variables: configured, retries, timeoutSeconds: TIMEOUT_SECONDS };
    return [{ ...planned, stageIndex: stages.indexOf(job.stage), protected: context.protected }];
  });
  return builds.toSorted((a, b) => a.stageIndex - b.stageIndex);
}

/** The name of the environment that a job deploys to; undefined where it deploys to none. */
export function environmentName(build: PlannedBuild, context: PlanContext): string | undefined {
  return build.environment ? expanded(build.environment.name, plannedValues(context, build, null)) : undefined;
}

/** Gives a job its environment, whose slug is known now; its URL may contain any variable of the job. */
export function inEnvironment(
  build: PlannedBuild,
  context: PlanContext,
  slugOf: ReadonlyMap<string, string>,
): NewBuild {
  const { environment, ...rest } = build;
  const name = environmentName(build, context);
  if (!environment || name === undefined) return rest;
  const slug = slugOf.get(name);
  const values = plannedValues(context, build, { name, slug });
  const url = environment.url === null ? null : expanded(environment.url, values);
  return { ...rest, options: { ...rest.options, environment: { ...environment, name, url, slug } } };
}

/** What the variables of a job are while it is planned. */
function plannedValues(
  context: PlanContext,
  build: Pick<NewBuild, 'name' | 'stage' | 'when' | 'variables'>,
  environment: EnvironmentContext | null,
): Map<string, string> {
  const sources = { configured: build.variables, secrets: context.secrets, environment };
  return valuesOf(variablesOf({ ...context, job: build, run: null }, sources));
}
