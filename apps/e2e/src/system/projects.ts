import { segment, type ProjectRecord } from '@hearth/testing';
import { hearth } from './hearth.js';
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

/** Returns the ends of the paths of all endpoints that list the records of a project or group: `/issues`, and the empty one of itself. */
export async function listsOf(kind: 'projects' | 'groups'): Promise<string[]> {
  const { paths } = await hearth.anonymous.read<{ paths: Record<string, object> }>('/openapi.json');
  return Object.entries(paths).flatMap(([path, methods]) => {
    const [, rest] = new RegExp(`^/api/v4/${kind}/\\{id\\}((?:/[a-z_]+)*)$`).exec(path) ?? [];
    return rest === undefined || !('get' in methods) ? [] : [rest];
  });
}
