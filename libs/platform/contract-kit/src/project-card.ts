import { z } from 'zod';
import type { Branded } from './brand.js';
import { UserId } from './principal.js';

export type ProjectId = Branded<number, 'ProjectId'>;
export const ProjectId = z.int().positive() as unknown as z.ZodType<ProjectId, ProjectId>;

export const VISIBILITIES = ['private', 'internal', 'public'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** Access levels of members, lowest first; 0 is nobody. */
export const AccessLevel = { none: 0, guest: 10, reporter: 20, developer: 30, master: 40, owner: 50 } as const;
export type AccessLevel = (typeof AccessLevel)[keyof typeof AccessLevel];

/** How a caller names a project: by id or by full path. */
export const ProjectReference = z.union([z.object({ id: ProjectId }), z.object({ path: z.string() })]);
export type ProjectReference = z.output<typeof ProjectReference>;

/** What every service needs to know of a project to decide and to name it. */
export const ProjectCard = z.object({
  id: ProjectId,
  fullPath: z.string(),
  namespaceId: z.int(),
  visibility: z.enum(VISIBILITIES),
  archived: z.boolean(),
  defaultBranch: z.string().nullable(),
});
export type ProjectCard = z.output<typeof ProjectCard>;

/** A project that the caller may see, with the caller's level in it (admins: owner). */
export const ProjectAccess = z.object({
  project: ProjectCard,
  level: z.union([
    z.literal(AccessLevel.none),
    z.literal(AccessLevel.guest),
    z.literal(AccessLevel.reporter),
    z.literal(AccessLevel.developer),
    z.literal(AccessLevel.master),
    z.literal(AccessLevel.owner),
  ]),
});
export type ProjectAccess = z.output<typeof ProjectAccess>;

/** The one access question of a request: these projects, this user (null: anonymous). */
export const AccessQuestion = z.object({
  projects: z.array(ProjectReference).max(100),
  user: z.object({ id: UserId, admin: z.boolean(), external: z.boolean() }).nullable(),
});
export type AccessQuestion = z.output<typeof AccessQuestion>;

/** Answers in the order of the question; null where a project is unknown or hidden from the user. */
export const AccessAnswer = z.object({ projects: z.array(ProjectAccess.nullable()) });
export type AccessAnswer = z.output<typeof AccessAnswer>;
