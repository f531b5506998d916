import { atLeastOneOf, v4 } from '@hearth/http';
import { z } from 'zod';

const LONGEST_TEXT = 255;
const MOST_TAGS = 100;

const word = () => v4.optional(v4.text({ most: LONGEST_TEXT }));
const accessLevel = () => v4.optional(v4.oneOf(['not_protected', 'ref_protected']));
const tagList = () => v4.optional(v4.list(v4.text({ most: LONGEST_TEXT }), { most: MOST_TAGS }));
const token = () => v4.text({ most: LONGEST_TEXT });

/** Runner's description of itself; other fields are ignored. */
export const info = v4.optional(
  z.object({ name: word(), version: word(), revision: word(), platform: word(), architecture: word() }),
);

export const RegisterRunnerParams = z.object({
  token: token(),
  description: word(),
  info,
  locked: v4.optional(v4.boolean()),
  paused: v4.optional(v4.boolean()),
  run_untagged: v4.optional(v4.boolean()),
  access_level: accessLevel(),
  tag_list: tagList(),
});

export const RunnerTokenParams = z.object({ token: token() });
/** `system_id` names the machine, among those that share the token. */
export const RunnerManagerParams = z.object({ token: token(), system_id: v4.text({ most: LONGEST_TEXT }) });

export const CreateRunnerParams = z.object({
  runner_type: v4.oneOf(['instance_type', 'project_type']),
  project_id: v4.optional(v4.integer()),
  description: word(),
  paused: v4.optional(v4.boolean()),
  locked: v4.optional(v4.boolean()),
  run_untagged: v4.optional(v4.boolean()),
  access_level: accessLevel(),
  tag_list: tagList(),
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
  }),
  ...(['description', 'active', 'tag_list', 'run_untagged', 'locked', 'access_level'] as const),
);

const SCOPES = ['active', 'paused', 'online', 'specific', 'shared'] as const;
export type RunnerScope = (typeof SCOPES)[number];

export const OwnRunnersParams = z.object({ scope: v4.optional(v4.oneOf(['active', 'paused', 'online'])), ...v4.page });
export const AllRunnersParams = z.object({ scope: v4.optional(v4.oneOf(SCOPES)), ...v4.page });
export const ProjectRunnersParams = AllRunnersParams.extend({ id: v4.project() });
export const EnableRunnerParams = z.object({ id: v4.project(), runner_id: v4.integer() });
export const DisableRunnerParams = z.object({ id: v4.project(), runner_id: v4.id() });
export const RunnerParams = z.object({ id: v4.id() });
