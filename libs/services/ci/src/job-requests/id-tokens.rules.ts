import type { TokenJob } from '@hearth/identity-contracts';
import { CONFIG_PATH } from '../pipelines/predefined.rules.js';
import { expanded } from '../pipelines/variables.rules.js';
import type { JobPayload } from './job-payload.facts.js';
import { variablesFor } from './job-variables.rules.js';

/**
 * Returns the data of a job in its id_tokens.
 * @param namespaceId namespace of its project
 */
export function tokenJob({ build, project, user }: JobPayload, namespaceId: number): TokenJob {
  const { id, pipelineId, source, tag, sha, protected: isProtected, runnerId, options, mergeRequest } = build;
  const { environment } = options;
  // The branch of a fork is none of the project: by its name, a cloud would give the fork's code a role of the project's branch of that name.
  const fromFork = mergeRequest != null && mergeRequest.sourceProjectId !== project.id;
  const ref = fromFork ? build.ref : (mergeRequest?.sourceBranch ?? build.ref);
  return {
    ...{ id, pipelineId, pipelineSource: source, ref, tag, sha, protected: isProtected, runnerId, namespaceId },
    ...(fromFork && { fromFork }),
    ...{ projectId: project.id, projectPath: project.fullPath, projectVisibility: project.visibility },
    user: user && { id: user.id, username: user.username, email: user.email ?? '' },
    configPath: build.configPath ?? CONFIG_PATH,
    environment: environment
      ? { name: environment.name, action: environment.action ?? null, tier: environment.tier ?? null }
      : null,
  };
}

/** Returns the audiences of a job's id_tokens by the variables that contain the tokens, with the variables of the job expanded. */
export function audiencesOf(payload: JobPayload, baseUrl: string): readonly (readonly [string, string | string[]])[] {
  const tokens = Object.entries(payload.build.options.idTokens ?? {});
  if (tokens.length === 0) return [];
  const values = new Map(variablesFor(payload, baseUrl).map(({ key, value }) => [key, value]));
  return tokens.map(([key, audience]) => [
    key,
    typeof audience === 'string' ? expanded(audience, values) : audience.map((each) => expanded(each, values)),
  ]);
}
