import { ProjectId, VISIBILITIES } from '@hearth/contract-kit';
import { z } from 'zod';

/** A label as records name it. */
export const Label = z.object({ id: z.int(), name: z.string() });
export type Label = z.output<typeof Label>;

/** A label with the fields that records of its changes show. */
export const LabelCard = Label.extend({ color: z.string(), description: z.string().nullable() });
export type LabelCard = z.output<typeof LabelCard>;

/** A project as records of other services name it. */
export const ProjectName = z.object({
  id: ProjectId,
  name: z.string(),
  nameWithNamespace: z.string(),
  path: z.string(),
  fullPath: z.string(),
  description: z.string().nullable(),
  visibility: z.enum(VISIBILITIES),
  createdAt: z.iso.datetime(),
  /** Null for an empty repository. */
  defaultBranch: z.string().nullable(),
  /** The groups around it, from the outermost inwards; none in a user's namespace. */
  groupIds: z.array(z.int()),
});
export type ProjectName = z.output<typeof ProjectName>;

/** A milestone of a project or of a group, with everything that is presented of one. */
export const Milestone = z.object({
  id: z.int(),
  /** Its number in the project or group. */
  iid: z.int(),
  projectId: ProjectId.nullable(),
  groupId: z.int().nullable(),
  title: z.string(),
  description: z.string().nullable(),
  state: z.enum(['active', 'closed']),
  dueDate: z.iso.date().nullable(),
  startDate: z.iso.date().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Milestone = z.output<typeof Milestone>;
