import { segment, type ProjectRecord } from '@hearth/testing';
import { uniqueName } from './names.js';
import type { Person } from './people.js';

export type Visibility = 'private' | 'internal' | 'public';

/** Makes an empty project in a user's namespace. */
export async function newProject(
  owner: Person,
  prefix: string,
  visibility: Visibility = 'private',
): Promise<ProjectRecord> {
  const answer = await owner.api.post('/projects', { name: uniqueName(prefix), visibility });
  return answer.expect(201).json<ProjectRecord>();
}

/** Returns the path of a project in the API, by its encoded full path. */
export function projectPath({ path_with_namespace: fullPath }: ProjectRecord): string {
  return `/projects/${segment(fullPath)}`;
}
