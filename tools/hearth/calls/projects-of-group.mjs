import { Failure } from '../failure.mjs';
import { operatorCall } from './operator-call.mjs';
import { runningService } from './running-service.mjs';

/**
 * Yields the ids of the projects of a group and its subgroups, up to 1000 at a time.
 * @param {import('../data-folder.mjs').DataFolder} data @param {string} group its full path
 * @returns {AsyncGenerator<number[]>}
 * @throws {Failure} for a path without a group, and while Hearth is not running
 */
export async function* projectsOfGroup(data, group) {
  const service = runningService(data, 'projects');
  const ask = (name, input) => operatorCall({ data, ...service, name, input });
  const { groupId } = await ask('projects.find-group-id', { path: group });
  if (groupId === null) throw new Failure(`There is no group "${group}": give the path that its page shows.`);
  for (let after = 0; ;) {
    const { repositories } = await ask('projects.repository-copies', { of: { namespaceId: groupId, after } });
    if (repositories.length === 0) return;
    yield repositories.map(({ projectId }) => projectId);
    after = repositories.at(-1).projectId;
  }
}
