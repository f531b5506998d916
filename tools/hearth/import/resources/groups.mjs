import { parentOf, pathHere, visibilityWithin } from '../places.mjs';
import { moveLabels } from './labels.mjs';
import { moveMembers } from './members.mjs';
import { moveMilestones } from './milestones.mjs';
import { moveVariables } from './variables.mjs';

const OWNER = 50;

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
  if (!moving.dryRun) await moving.once('importing user', from, () => leaveGroup(moving, place));
  await moveLabels(moving, place);
  await moveMilestones(moving, place);
  await moveVariables(moving, place);
  return to;
}

/** The maker of a group owns it. The importing user leaves one that has another owner, unless the source has the importing user there. */
async function leaveGroup({ here, source, users, journal, importer }, { from, to }) {
  if (!journal.isDone(`made group ${to}`)) return;
  const members = await here.GroupMembers.all(to);
  const own = members.find(({ username }) => username === importer);
  const isOwned = members.some(({ id, access_level: level }) => id !== own?.id && level === OWNER);
  const wanted = users.idsOf(await source.GroupMembers.all(from));
  if (own && isOwned && !wanted.includes(own.id)) await here.GroupMembers.remove(to, own.id);
}

async function createGroup({ here, report, journal }, { name, description, visibility, ...group }, fullPath) {
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
  const { id } = await here.Groups.create(name, path, options);
  journal.done(`made group ${id}`);
  return id;
}

async function groupAt(here, path) {
  try {
    return await here.Groups.show(path);
  } catch (error) {
    if (error.status === 404) return undefined;
    throw error;
  }
}
