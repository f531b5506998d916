import { ProjectId, defineEvent } from '@hearth/contract-kit';
import { z } from 'zod';

/** A ref really moved. Ids are full object ids, null for "does not exist". */
export const RefUpdated = defineEvent({
  name: 'repository.ref-updated',
  data: z.object({
    projectId: ProjectId,
    /** Grows with every change of the repository: what came later wins. */
    sequence: z.int(),
    ref: z.string(),
    oldId: z.string().nullable(),
    newId: z.string().nullable(),
    /** Null where nobody signed in was behind it. */
    userId: z.int().nullable(),
    /** Where HEAD points after the change; null while that branch does not exist. */
    defaultBranch: z.string().nullable(),
    occurredAt: z.iso.datetime(),
  }),
  key: ({ projectId }) => projectId,
});
