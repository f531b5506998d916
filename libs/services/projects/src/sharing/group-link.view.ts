import { z } from 'zod';
import type { GroupLinkRecord } from './group-links.store.js';

export const GroupLinkView = z.strictObject({
  id: z.int(),
  project_id: z.int(),
  group_id: z.int(),
  group_access: z.int(),
  expires_at: z.iso.date().nullable(),
});
export type GroupLinkView = z.output<typeof GroupLinkView>;

export function presentGroupLink(link: GroupLinkRecord): GroupLinkView {
  return {
    id: link.id,
    project_id: link.projectId,
    group_id: link.groupId,
    group_access: link.level,
    expires_at: link.expiresAt,
  };
}
