import { CONFIG_PATH, type RunContext } from '../pipelines/predefined.rules.js';
import { inheritedVariables, variablesOf } from '../pipelines/variables.rules.js';
import type { BuildVariable } from '../variables/variable.rules.js';
import type { JobPayload } from './job-payload.facts.js';

/**
 * Returns the variables of a job; of those with the same key, the last one counts.
 * @param baseUrl scheme, host and port that the runner used; null for a bridge, which no runner takes
 */
export function variablesFor(payload: JobPayload, baseUrl: string | null): readonly BuildVariable[] {
  const { build, project, commit, user, secrets } = payload;
  const { configPath, pipelineId, options, common, variables: configured } = build;
  const { protected: isProtected, pipelineCreatedAt: createdAt, mergeRequest, openMergeRequests } = build;
  const context = {
    ...{ project, mergeRequest, openMergeRequests, commit, user },
    ...{ protected: isProtected, job: build, run: baseUrl === null ? null : runOf(payload, baseUrl) },
  };
  const reported = payload.dependencies.variables;
  const pipeline = {
    ...build,
    name: build.pipelineName,
    id: pipelineId,
    createdAt,
    configPath: configPath ?? CONFIG_PATH,
  };
  return variablesOf(
    { ...context, pipeline },
    {
      common: inheritedVariables(common, options),
      configured,
      reported,
      secrets,
      environment: options.environment ?? null,
    },
  );
}

/** Returns the variables' data about the run of a job. */
export function runOf({ build, token }: JobPayload, baseUrl: string): RunContext {
  const { id, startedAt, timeoutSeconds, runnerId, runnerDescription: description, runnerTags } = build;
  return {
    id,
    token,
    baseUrl,
    startedAt,
    timeoutSeconds,
    runner: { id: runnerId, description, tags: runnerTags ?? [] },
  };
}
