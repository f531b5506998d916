import { v4 } from '@hearth/http';
import { z } from 'zod';

const LONGEST_TEXT = 255;
const MOST_TAGS = 100;

const word = () => v4.optional(v4.text({ most: LONGEST_TEXT }));
const token = () => v4.text({ most: LONGEST_TEXT });

/** What a runner says of itself; it says more than is kept. */
const info = v4.optional(
  z.object({ name: word(), version: word(), revision: word(), platform: word(), architecture: word() }),
);

export const RegisterRunnerParams = z.object({
  token: token(),
  description: word(),
  info,
  locked: v4.optional(v4.boolean()),
  paused: v4.optional(v4.boolean()),
  run_untagged: v4.optional(v4.boolean()),
  access_level: v4.optional(v4.oneOf(['not_protected', 'ref_protected'])),
  tag_list: v4.optional(v4.list(v4.text({ most: LONGEST_TEXT }), { most: MOST_TAGS })),
});

export const RunnerTokenParams = z.object({ token: token() });

const SCOPES = ['active', 'paused', 'online', 'specific', 'shared'] as const;
export type RunnerScope = (typeof SCOPES)[number];

export const AllRunnersParams = z.object({ scope: v4.optional(v4.oneOf(SCOPES)), ...v4.page });
export const ProjectRunnersParams = AllRunnersParams.extend({ id: v4.project() });
export const EnableRunnerParams = z.object({ id: v4.project(), runner_id: v4.integer() });
export const DisableRunnerParams = z.object({ id: v4.project(), runner_id: v4.id() });
export const RunnerParams = z.object({ id: v4.id() });
