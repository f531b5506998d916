import { VISIBILITIES } from '@hearth/contract-kit';
import { v4 } from '@hearth/http';
import { z } from 'zod';
import { ListProjectsParams } from '../projects/project.params.js';
import type { NewFork } from './fork.js';

const text = v4.optional(v4.text());

export const ForkParams = z.object({
  id: v4.project(),
  namespace: text,
  namespace_id: v4.optional(v4.integer()).describe('Id of the namespace, in place of `namespace`'),
  namespace_path: text.describe('Full path of the namespace, in place of `namespace`'),
  name: text,
  path: text,
  description: text.describe('Description of the fork; by default that of the source'),
  visibility: v4
    .optional(v4.oneOf(VISIBILITIES))
    .describe('Visibility of the fork, lowered to that of the source and the namespace; by default theirs'),
  branches: text.describe('Name of the only branch to copy; by default all are'),
  mr_default_target_self: v4.optional(v4.boolean()),
});

/** Converts the parameters; empty ones are left out. */
export function newFork(params: z.output<typeof ForkParams>): NewFork {
  const namespace = params.namespace || params.namespace_path || params.namespace_id?.toString();
  return {
    namespace: namespace || undefined,
    name: params.name || undefined,
    path: params.path || undefined,
    description: params.description,
    visibility: params.visibility,
    branch: params.branches || undefined,
    mrDefaultTargetSelf: params.mr_default_target_self,
  };
}

export const ListForksParams = z.object({ id: v4.project(), ...ListProjectsParams.shape });

export const LinkForkParams = z.object({ id: v4.project(), forked_from_id: v4.project() });
