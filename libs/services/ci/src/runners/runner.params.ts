import { atLeastOneOf, refused, v4 } from '@hearth/http';
import { z } from 'zod';
import { RUNNER_SCOPES, RUNNER_TYPES } from './runner.rules.js';
import type { RunnerFilters, RunnerSettings } from './runners.store.js';

const LONGEST_TEXT = 255;
const MOST_TAGS = 100;

const word = () => v4.optional(v4.text({ most: LONGEST_TEXT }));
const accessLevel = () => v4.optional(v4.oneOf(['not_protected', 'ref_protected']));
const tagList = () => v4.optional(v4.list(v4.text({ most: LONGEST_TEXT }), { most: MOST_TAGS }));
/** Seconds; 0, which runners send without a limit, and null are no limit. */
const maximumTimeout = () =>
  v4
    .integer()
    .refine((seconds) => seconds === 0 || seconds >= 600, { error: 'needs to be at least 10 minutes' })
    .transform((seconds) => seconds || null)
    .nullable()
    .optional()
    .describe('Most seconds that a job may run; empty: only the limit of the job itself');
const note = () => v4.text({ most: 1_024 }).nullable().optional().describe('Note for those who manage the runner');
const token = () => v4.text({ most: LONGEST_TEXT });

/** Runner's description of itself; other fields are ignored. */
export const Info = z.object({
  name: word(),
  version: word(),
  revision: word(),
  platform: word(),
  architecture: word(),
});

export const RegisterRunnerParams = z.object({
  token: token(),
  description: word(),
  info: v4.optional(Info),
  locked: v4.optional(v4.boolean()),
  paused: v4.optional(v4.boolean()),
  run_untagged: v4.optional(v4.boolean()),
  access_level: accessLevel(),
  tag_list: tagList(),
  maximum_timeout: maximumTimeout(),
  maintenance_note: note(),
});

export const RunnerTokenParams = z.object({ token: token() });
/** The token is in the header `Runner-Token`. */
export const JobRouterParams = z.object({});
/** `system_id` names the machine, among those that share the token. */
export const RunnerManagerParams = z.object({ token: token(), system_id: v4.text({ most: LONGEST_TEXT }) });

export const CreateRunnerParams = z.object({
  runner_type: v4.oneOf(RUNNER_TYPES),
  project_id: v4.optional(v4.integer()),
  group_id: v4.optional(v4.integer()).describe('Group of a `group_type`'),
  description: word(),
  paused: v4.optional(v4.boolean()),
  locked: v4.optional(v4.boolean()),
  run_untagged: v4.optional(v4.boolean()),
  access_level: accessLevel(),
  tag_list: tagList(),
  maximum_timeout: maximumTimeout(),
  maintenance_note: note(),
});

export const UpdateRunnerParams = atLeastOneOf(
  z.object({
    id: v4.id(),
    description: word(),
    active: v4.optional(v4.boolean()),
    tag_list: tagList(),
    run_untagged: v4.optional(v4.boolean()),
    locked: v4.optional(v4.boolean()),
    access_level: accessLevel(),
    paused: v4.optional(v4.boolean()),
    maximum_timeout: maximumTimeout(),
    maintenance_note: note(),
  }),
  ...(['description', 'active', 'tag_list', 'run_untagged', 'locked', 'access_level'] as const),
  ...(['paused', 'maximum_timeout', 'maintenance_note'] as const),
);

/** Filters of later releases, besides the scope. */
const filters = {
  type: v4.optional(v4.oneOf(RUNNER_TYPES)).describe('Only runners of this type'),
  status: v4
    .optional(v4.oneOf(['online', 'offline', 'stale', 'never_contacted']))
    .describe('Only runners that have called within an hour, or not, not for a week, or never'),
  paused: v4.optional(v4.boolean()).describe('Only runners that take no jobs, or only others'),
  tag_list: tagList().describe('Only runners with all of these tags'),
  version_prefix: refused(),
};

export const OwnRunnersParams = z.object({
  scope: v4.optional(v4.oneOf(['active', 'paused', 'online'])),
  ...filters,
  ...v4.page,
});
export const AllRunnersParams = z.object({ scope: v4.optional(v4.oneOf(RUNNER_SCOPES)), ...filters, ...v4.page });
export const ProjectRunnersParams = AllRunnersParams.extend({ id: v4.project() });
export const GroupRunnersParams = z.object({ id: v4.group(), ...filters, ...v4.page });
export const EnableRunnerParams = z.object({ id: v4.project(), runner_id: v4.integer() });
export const DisableRunnerParams = z.object({ id: v4.project(), runner_id: v4.id() });
export const RunnerParams = z.object({ id: v4.id() });

type Filtered =
  | z.output<typeof OwnRunnersParams>
  | z.output<typeof AllRunnersParams>
  | z.output<typeof GroupRunnersParams>;

/** Returns the filters in the parameters of a list of runners. */
export function runnerFilters(params: Filtered): RunnerFilters {
  const { type, status, paused, tag_list: tags } = params;
  const scope = 'scope' in params ? params.scope : undefined;
  return { scope, type, status, paused, tags };
}

/** Returns the settings of a new runner. */
export function newRunnerSettings(
  params: Omit<z.output<typeof RegisterRunnerParams>, 'token' | 'info'>,
): RunnerSettings {
  const { description = null, paused = false, locked = false, run_untagged: runUntagged = true } = params;
  const { tag_list: tags = [], access_level: accessLevel = 'not_protected' } = params;
  const { maximum_timeout: maximumTimeout = null, maintenance_note: note = null } = params;
  return {
    description,
    active: !paused,
    locked,
    runUntagged,
    accessLevel,
    tags: [...new Set(tags)],
    maximumTimeout,
    note,
  };
}
