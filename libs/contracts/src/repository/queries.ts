import { ProjectId, defineQuery } from '@hearth/contract-kit';
import { z } from 'zod';

/** The storage of a project's repository; the first question about a project places it. */
export const Locate = defineQuery({
  name: 'repository.locate',
  callers: ['gateway'],
  input: z.object({ projectId: ProjectId }),
  output: z.object({ storage: z.string() }),
});
