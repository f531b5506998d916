import { Failure } from '../failure.mjs';
import { operatorCall } from './operator-call.mjs';
import { runningService } from './running-service.mjs';

const PROJECT_ID = /^[1-9]\d{0,14}$/;
const FULL_PATH = /^[^/]+(\/[^/]+)+$/;

/**
 * Returns the id of a project that is named by its id or by its full path in the running system.
 * @param {import('../data-folder.mjs').DataFolder} data @param {string} project
 * @returns {Promise<string>}
 * @throws {Failure} for a name that is neither, for a path without a project, and for a path while Hearth is not running
 */
export async function projectIdOf(data, project) {
  if (PROJECT_ID.test(project)) return project;
  if (!FULL_PATH.test(project))
    throw new Failure(
      `A project is named by its id or its full path, such as group/project: "${project}" is neither.`,
      {
        exitCode: 2,
      },
    );
  const call = { name: 'projects.find-project-id', input: { project: { path: project } } };
  const { projectId } = await operatorCall({ data, ...runningService(data, 'projects'), ...call });
  if (projectId === null)
    throw new Failure(`There is no project "${project}": give its id, or the path that its page shows.`);
  return String(projectId);
}
