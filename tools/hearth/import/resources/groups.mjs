import { parentOf, pathHere, visibilityWithin } from '../places.mjs';
import { moveLabels } from './labels.mjs';
import { moveMembers } from './members.mjs';
import { moveMilestones } from './milestones.mjs';
import { moveVariables } from './variables.mjs';

/**
 * Creates a group here, or takes the one that has its path, and what belongs to it but its projects.
 * @param {import('../moving.mjs').Moving} moving
 * @param {object} group of the source @param {{ root: string, into?: string }} given see `pathHere`
 * @returns {Promise<number | undefined>} its id here; undefined where it was left out, and in a dry run
 */
export async function moveGroup(moving, group, given) {
  const { full_path: path, id: from, web_url: url } = group;
  const fullPath = pathHere(path, given);
  const to = await moving.one('groups', from, {
    what: path,
    find: () => groupAt(moving.here, fullPath).then((found) => found?.id),
    create: () => createGroup(moving, group, fullPath),
  });
  if (to === undefined && !moving.dryRun) return undefined;
  const place = { kind: 'Group', from, to, path, url };
  await moveMembers(moving, place);
  await moveLabels(moving, place);
  await moveMilestones(moving, place);
  await moveVariables(moving, place);
  return to;
}

async function createGroup({ here, report }, { name, description, visibility, ...group }, fullPath) {
  const present = await groupAt(here, fullPath);
  if (present) {
    report.note(group.full_path, `is added to the group ${fullPath}, which was here`);
    return present.id;
  }
  const parentPath = parentOf(fullPath);
  const parent = parentPath && (await here.Groups.show(parentPath));
  const allowed = visibilityWithin(visibility, parent?.visibility);
  if (allowed !== visibility) report.note(group.full_path, `${allowed}, as its group here`);
  const path = fullPath.slice(fullPath.lastIndexOf('/') + 1);
  const options = {
    description: description || undefined,
    visibility: allowed,
    ...(parent && { parentId: parent.id }),
  };
  return (await here.Groups.create(name, path, options)).id;
}

async function groupAt(here, path) {
  try {
    return await here.Groups.show(path);
  } catch (error) {
    if (error.status === 404) return undefined;
    throw error;
  }
}
