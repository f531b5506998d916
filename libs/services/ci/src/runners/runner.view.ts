import { secretText, type GroupCard } from '@hearth/contract-kit';
import { z } from 'zod';
import type { RunnerFact } from './runner.facts.js';
import { RUNNER_STATUSES, RUNNER_TYPES, isOnline, runnerStatus, runnerType } from './runner.rules.js';
import type { Runner } from './runners.store.js';

/** Runner record in lists. */
export const RunnerView = z.strictObject({
  id: z.int(),
  description: z.string().nullable(),
  active: z.boolean(),
  paused: z.boolean().describe('Whether the runner takes no jobs'),
  runner_type: z.enum(RUNNER_TYPES).describe('Which jobs the runner takes'),
  is_shared: z.boolean(),
  name: z.string().nullable(),
  online: z.boolean(),
  status: z.enum(RUNNER_STATUSES),
});
export type RunnerView = z.output<typeof RunnerView>;

export function presentRunner(runner: Runner, now: Date): RunnerView {
  const { id, description, active, isShared, name, contactedAt } = runner;
  const online = isOnline(contactedAt, now);
  return {
    ...{ id, description, active, paused: !active, is_shared: isShared },
    runner_type: runnerType(runner),
    ...{ name, online, status: runnerStatus(runner, now) },
  };
}

const RunnerProjectView = z.strictObject({
  id: z.int(),
  name: z.string(),
  name_with_namespace: z.string(),
  path: z.string(),
  path_with_namespace: z.string(),
});

const RunnerGroupView = z.strictObject({ id: z.int(), name: z.string(), web_url: z.url() });

/** Runner record of single reads and changes. */
export const RunnerDetailView = RunnerView.extend({
  tag_list: z.array(z.string()),
  run_untagged: z.boolean(),
  locked: z.boolean(),
  access_level: z.enum(['not_protected', 'ref_protected']),
  maximum_timeout: z.int().nullable().describe('Most seconds that a job may run on it'),
  maintenance_note: z.string().nullable().describe('Note for those who manage the runner'),
  version: z.string().nullable(),
  revision: z.string().nullable(),
  platform: z.string().nullable(),
  architecture: z.string().nullable(),
  contacted_at: z.iso.datetime().nullable(),
  projects: z.array(RunnerProjectView),
  groups: z.array(RunnerGroupView).describe('The group of a `group_type`'),
});
export type RunnerDetailView = z.output<typeof RunnerDetailView>;

export function presentRunnerDetail(
  { runner, projects, group }: RunnerFact,
  { baseUrl, now }: { readonly baseUrl: string; readonly now: Date },
): RunnerDetailView {
  return {
    ...presentRunner(runner, now),
    tag_list: [...runner.tags],
    run_untagged: runner.runUntagged,
    locked: runner.locked,
    access_level: runner.accessLevel,
    maximum_timeout: runner.maximumTimeout,
    maintenance_note: runner.note,
    version: runner.version,
    revision: runner.revision,
    platform: runner.platform,
    architecture: runner.architecture,
    contacted_at: runner.contactedAt?.toISOString() ?? null,
    projects: projects.map(({ id, name, nameWithNamespace, path, fullPath }) => ({
      ...{ id, name, name_with_namespace: nameWithNamespace, path, path_with_namespace: fullPath },
    })),
    groups: group ? [presentGroup(group, baseUrl)] : [],
  };
}

function presentGroup({ id, fullPath, name = fullPath }: GroupCard, baseUrl: string): z.output<typeof RunnerGroupView> {
  return { id, name, web_url: `${baseUrl}/groups/${fullPath}` };
}

/** Response to a runner that registers or verifies its token. */
export const RunnerCredentialsView = z.strictObject({
  id: z.int(),
  token: secretText(),
  token_expires_at: z.null(),
});
export type RunnerCredentialsView = z.output<typeof RunnerCredentialsView>;

/** Answer to runners that look for a job router. */
export const NoJobRouterView = z.strictObject({ message: z.literal('501 Not Implemented') });
export type NoJobRouterView = z.output<typeof NoJobRouterView>;

/** New token of a runner. */
export const RunnerTokenView = RunnerCredentialsView.omit({ id: true });
export type RunnerTokenView = z.output<typeof RunnerTokenView>;

export function presentToken(token: string): RunnerTokenView {
  return { token, token_expires_at: null };
}

/** Tokens of runners do not expire. */
export function presentCredentials({ id, token }: { id: number; token: string }): RunnerCredentialsView {
  return { id, token, token_expires_at: null };
}
