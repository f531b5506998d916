import { z } from 'zod';
import type { ProjectStorage } from './project-storage.facts.js';
import type { StorageMoveFact } from './storage-move.facts.js';
import { MOVE_STATES } from './storage-move.rules.js';

const MovedProjectView = z.strictObject({
  id: z.int(),
  description: z.string().nullable(),
  name: z.string(),
  name_with_namespace: z.string(),
  path: z.string(),
  path_with_namespace: z.string(),
  created_at: z.iso.datetime(),
});

/** Move of a project's repository between storages. `project` is null once the project is deleted. */
export const StorageMoveView = z.strictObject({
  id: z.int(),
  created_at: z.iso.datetime(),
  state: z.enum(MOVE_STATES),
  source_storage_name: z.string().describe('Name of the storage on which the repository was'),
  destination_storage_name: z.string().describe('Name of the storage to which the repository moves'),
  project: MovedProjectView.nullable(),
});
export type StorageMoveView = z.output<typeof StorageMoveView>;

export function presentStorageMove({ move, project }: StorageMoveFact): StorageMoveView {
  return {
    id: move.id,
    created_at: move.createdAt.toISOString(),
    state: move.state,
    source_storage_name: move.source,
    destination_storage_name: move.destination,
    project: project && {
      id: project.id,
      description: project.description,
      name: project.name,
      name_with_namespace: project.nameWithNamespace,
      path: project.path,
      path_with_namespace: project.fullPath,
      created_at: project.createdAt,
    },
  };
}

/** Storage of a project's repository. */
export const ProjectStorageView = z.strictObject({
  project_id: z.int(),
  disk_path: z.string().describe('Path of the repository below the folder of the storage, without `.git`'),
  created_at: z.iso.datetime().describe('When the project was created'),
  repository_storage: z.string().describe('Name of the storage'),
});
export type ProjectStorageView = z.output<typeof ProjectStorageView>;

export function presentProjectStorage(fact: ProjectStorage): ProjectStorageView {
  const { projectId, diskPath, createdAt, storage } = fact;
  return { project_id: projectId, disk_path: diskPath, created_at: createdAt, repository_storage: storage };
}
