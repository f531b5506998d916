import { VISIBILITIES, type GroupCard, type ProjectCard } from '@hearth/contract-kit';
import { z } from 'zod';
import type { Allowed } from './job-token-scope.facts.js';

export const JobTokenScopeView = z.strictObject({
  inbound_enabled: z.boolean().describe('Whether only jobs of the allowlists have access to the project'),
  outbound_enabled: z.literal(false).describe('Always false: the jobs of a project are not limited to some projects'),
});

const ONLY_SEEN = 'null for one that the caller does not see';

/** Project of an allowlist. */
export const AllowedProjectView = z.strictObject({
  id: z.int(),
  name: z.string().nullable().describe(`The name; ${ONLY_SEEN}`),
  path_with_namespace: z.string().nullable(),
  default_branch: z.string().nullable().describe(`The default branch; ${ONLY_SEEN}, and in an empty repository`),
  visibility: z.enum(VISIBILITIES).nullable().describe(`Who sees it without membership; ${ONLY_SEEN}`),
  web_url: z.string().nullable(),
});
export type AllowedProjectView = z.output<typeof AllowedProjectView>;

/** Group of an allowlist. */
export const AllowedGroupView = z.strictObject({
  id: z.int(),
  name: z.string().nullable().describe(`The name; ${ONLY_SEEN}`),
  full_path: z.string().nullable().describe(`Path with those of the groups around it; ${ONLY_SEEN}`),
  visibility: z.enum(VISIBILITIES).nullable().describe(`Who sees it without membership; ${ONLY_SEEN}`),
  web_url: z.string().nullable(),
});
export type AllowedGroupView = z.output<typeof AllowedGroupView>;

/** Response to an addition. */
export const AddedProjectView = z.strictObject({
  source_project_id: z.int().describe('Id of the project with the allowlist'),
  target_project_id: z.int().describe('Id of the project whose jobs have access'),
});
export const AddedGroupView = z.strictObject({
  source_project_id: z.int().describe('Id of the project with the allowlist'),
  target_group_id: z.int().describe('Id of the group whose projects’ jobs have access'),
});

/** @param baseUrl scheme, host and port that the client used */
export function presentAllowedProject({ id, seen }: Allowed<ProjectCard>, baseUrl: string): AllowedProjectView {
  return {
    id,
    name: seen?.name ?? null,
    path_with_namespace: seen?.fullPath ?? null,
    default_branch: seen?.defaultBranch ?? null,
    visibility: seen?.visibility ?? null,
    web_url: seen && `${baseUrl}/${seen.fullPath}`,
  };
}

/** @param baseUrl scheme, host and port that the client used */
export function presentAllowedGroup({ id, seen }: Allowed<GroupCard>, baseUrl: string): AllowedGroupView {
  return {
    id,
    name: seen?.name ?? null,
    full_path: seen?.fullPath ?? null,
    visibility: seen?.visibility ?? null,
    web_url: seen && `${baseUrl}/groups/${seen.fullPath}`,
  };
}
