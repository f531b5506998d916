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

const Level = z.union([
  z.literal(AccessLevel.none),
  z.literal(AccessLevel.guest),
  z.literal(AccessLevel.reporter),
  z.literal(AccessLevel.developer),
  z.literal(AccessLevel.master),
  z.literal(AccessLevel.owner),
]);

/** A project that the caller may see, with the caller's level in it (admins: owner). */
export const ProjectAccess = z.object({ project: ProjectCard, level: Level });
export type ProjectAccess = z.output<typeof ProjectAccess>;

/** How a caller names a group: by id or by full path. */
export const GroupReference = z.union([z.object({ id: z.int().positive() }), z.object({ path: z.string() })]);
export type GroupReference = z.output<typeof GroupReference>;

/** What is needed of a group to decide and to name it. */
export const GroupCard = z.object({
  id: z.int(),
  fullPath: z.string(),
  parentId: z.int().nullable(),
  visibility: z.enum(VISIBILITIES),
});
export type GroupCard = z.output<typeof GroupCard>;

/** A group that the caller may see, with the caller's level in it, inherited levels included (admins: owner). */
export const GroupAccess = z.object({ group: GroupCard, level: Level });
export type GroupAccess = z.output<typeof GroupAccess>;

/** The one access question of a request: these projects and groups, this user (null: anonymous). */
export const AccessQuestion = z.object({
  projects: z.array(ProjectReference).max(100),
  groups: z.array(GroupReference).max(100).optional(),
  user: z.object({ id: UserId, admin: z.boolean(), external: z.boolean() }).nullable(),
});
export type AccessQuestion = z.output<typeof AccessQuestion>;

/** Answers in the order of the question; null where a project or group is unknown or hidden from the user. */
export const AccessAnswer = z.object({
  projects: z.array(ProjectAccess.nullable()),
  groups: z.array(GroupAccess.nullable()).optional(),
});
export type AccessAnswer = z.output<typeof AccessAnswer>;
