import { v4 } from '@hearth/http';
import { z } from 'zod';

export const TransferIntoGroupParams = z.object({ id: v4.group(), project_id: v4.project() });

export const TransferGroupParams = z.object({
  id: v4.group(),
  group_id: v4.optional(v4.integer()).describe('Id of the new parent; without one the group becomes a top-level group'),
});

/** Namespace by id or by full path, with the same rule as for groups. */
export const TransferProjectParams = z.object({ id: v4.project(), namespace: v4.text() });

const locations = { search: v4.search(), ...v4.page };
export const ProjectTransferLocationsParams = z.object({ id: v4.project(), ...locations });
export const GroupTransferLocationsParams = z.object({ id: v4.group(), ...locations });
