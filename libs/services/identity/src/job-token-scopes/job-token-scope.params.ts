import { v4 } from '@hearth/http';
import { z } from 'zod';

const ID = { id: v4.project() };

export const JobTokenScopeParams = z.object(ID);
export const UpdateJobTokenScopeParams = z.object({
  ...ID,
  enabled: v4.boolean().describe('Whether only the projects and groups of the allowlists have access; otherwise all'),
});
export const AllowlistParams = z.object({ ...ID, ...v4.page });
export const AllowProjectParams = z.object({
  ...ID,
  target_project_id: v4.integer().describe('Id of the project whose jobs get access'),
});
export const AllowGroupParams = z.object({
  ...ID,
  target_group_id: v4.integer().describe('Id of the group whose projects’ jobs get access'),
});
export const DisallowProjectParams = z.object({
  ...ID,
  target_project_id: v4.id().describe('Id of the project whose jobs lose access'),
});
export const DisallowGroupParams = z.object({
  ...ID,
  target_group_id: v4.id().describe('Id of the group whose projects’ jobs lose access'),
});
