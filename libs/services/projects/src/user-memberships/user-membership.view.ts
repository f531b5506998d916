import { z } from 'zod';
import type { UserMembership } from './user-memberships.store.js';

export const UserMembershipView = z.strictObject({
  source_id: z.int().describe('Id of the project or group'),
  source_name: z.string().describe('Name of the project or group'),
  source_type: z.enum(['Project', 'Namespace']).describe('Whether it is a project or a group'),
  access_level: z.int(),
});
export type UserMembershipView = z.output<typeof UserMembershipView>;

export function presentUserMembership({ kind, id, name, level }: UserMembership): UserMembershipView {
  const type = kind === 'project' ? 'Project' : 'Namespace';
  return { source_id: id, source_name: name, source_type: type, access_level: level };
}
