import { LeftOut } from '../left-out.mjs';
import { parentOf, pathHere, visibilityWithin } from '../places.mjs';
import { moveIssues } from './issues.mjs';
import { moveLabels } from './labels.mjs';
import { moveMembers } from './members.mjs';
import { moveMergeRequests } from './merge-requests.mjs';
import { moveMilestones } from './milestones.mjs';
import { moveProtectedRefs } from './protected-refs.mjs';
import { moveReleases } from './releases.mjs';
import { moveSnippets } from './snippets.mjs';
import { moveVariables } from './variables.mjs';

/** Settings that have to be there before what they hide. */
const FEATURES = [
  ...['issues_access_level', 'merge_requests_access_level', 'builds_access_level', 'snippets_access_level'],
  'repository_access_level',
];
/** Other settings that both ends have under the same name. */
const SETTINGS = [
  ...['request_access_enabled', 'public_jobs', 'shared_runners_enabled', 'group_runners_enabled', 'lfs_enabled'],
  ...[
    'merge_method',
    'squash_option',
    'merge_pipelines_enabled',
    'only_allow_merge_if_pipeline_succeeds',
    'remove_source_branch_after_merge',
  ],
  ...['only_allow_merge_if_all_discussions_are_resolved', 'resolve_outdated_diff_discussions', 'ci_config_path'],
];

/**
 * Creates a project here, with all that is brought of it.
 * @param {import('../moving.mjs').Moving} moving
 * @param {object} project of the source, with all its fields @param {{ root: string, into?: string }} given see `pathHere`
 * @param {(to: number, path: string) => import('../git.mjs').Mirror} mirrorOf the way of its repository
 */
export async function moveProject(moving, project, given, mirrorOf) {
  const { id: from, path_with_namespace: path, web_url: url } = project;
  const to = await moving.one('projects', from, {
    what: path,
    find: () => findProject(moving, project, given),
    create: () => createProject(moving, project, given),
  });
  if (to === undefined && !moving.dryRun) return;
  const place = { kind: 'Project', from, to, path, url };
  // One that is complete is not read again by the next run.
  await moving.once('project', from, () =>
    moving.dryRun ? moveContents(moving, place, project) : bring(moving, place, project, mirrorOf),
  );
}

async function bring(moving, place, project, mirrorOf) {
  const { here } = moving;
  const { from, to, path } = place;
  const present = await here.Projects.show(to);
  // An earlier run has left something out: archived projects are not written to.
  if (present.archived) await here.Projects.unarchive(to);
  const mirror = mirrorOf(from, path, present);
  await moveContents(moving, place, project, mirror);
  await moving.once('settings', from, () => setSettings(moving, project, to));
  if (project.archived) await here.Projects.archive(to);
  mirror.remove();
}

async function moveContents(moving, place, project, mirror) {
  await moveMembers(moving, place);
  await moveLabels(moving, place);
  await moveMilestones(moving, place);
  if (isOn(project, 'builds', 'jobs')) await moveVariables(moving, place);
  const hasCode = isOn(project, 'repository') && (await moveRepository(moving, place, project, mirror));
  if (isOn(project, 'issues')) await moveIssues(moving, place);
  if (hasCode) {
    if (isOn(project, 'merge_requests')) await moveMergeRequests(moving, place, mirror);
    await moveReleases(moving, place);
    await moveProtectedRefs(moving, place);
  }
  if (isOn(project, 'snippets')) await moveSnippets(moving, place);
}

/** Whether a feature is enabled at the source: lists of others are refused there. @param flag its older name, as of a flag */
function isOn(project, feature, flag = feature) {
  return project[`${feature}_access_level`] !== 'disabled' && project[`${flag}_enabled`] !== false;
}

/** Those of a user's own namespace belong to that user here, or else to the importing user, unless all go into a group. */
function ownerOf({ users }, { namespace }, { into }) {
  if (into || namespace.kind === 'group') return { isOwn: false };
  return { isOwn: true, owner: users.of(namespace.path)?.username };
}

async function findProject({ here, importer, users }, project, given) {
  const { isOwn, owner = importer } = ownerOf({ users }, project, given);
  const fullPath = isOwn ? `${owner}/${project.path}` : pathHere(project.path_with_namespace, given);
  try {
    const found = await here.Projects.show(fullPath);
    // Its contents come later: one that has some was here before.
    return found.empty_repo ? found.id : undefined;
  } catch (error) {
    if (error.status === 404) return undefined;
    throw error;
  }
}

/** Commits and merge requests close no issues until all is here: they have done so at the source. */
async function createProject(moving, project, given) {
  const { here, report } = moving;
  const { name, path, description, visibility, topics, tag_list: tags } = project;
  const { isOwn, owner } = ownerOf(moving, project, given);
  const group = isOwn ? undefined : await here.Groups.show(parentOf(pathHere(project.path_with_namespace, given)));
  const allowed = visibilityWithin(visibility, group?.visibility);
  if (allowed !== visibility) report.note(project.path_with_namespace, `${allowed}, as its group here`);
  const made = await here.Projects.create({
    ...{ name, path, description: description || undefined, visibility: allowed, topics: topics ?? tags ?? [] },
    ...{
      ...givenOf(project, FEATURES),
      autoclose_referenced_issues: false,
      ...(group && { namespaceId: group.id }),
      ...(owner && { sudo: owner }),
    },
  });
  return made.id;
}

/** @returns {Promise<boolean>} whether the repository is here */
async function moveRepository(moving, { from, to, path }, project, mirror) {
  if (moving.dryRun) return true;
  const isMoved = await moving.attempt('repositories', path, async () => {
    await mirror.fetch();
    await moving.once('repository', from, async () => {
      await mirror.pushAll();
      const { default_branch: defaultBranch } = project;
      if (defaultBranch) await moving.here.Projects.edit(to, { default_branch: defaultBranch });
      if (project.lfs_enabled !== false) await moveLfs(moving, path, mirror);
    });
    return true;
  });
  return isMoved ?? false;
}

async function moveLfs(moving, path, mirror) {
  const failures = (await moving.attempt('files of git LFS', path, () => mirror.moveLfs())) ?? [];
  for (const failure of failures) moving.report.leftOut('files of git LFS', path, failure);
}

function givenOf(project, names) {
  const given = names.filter((name) => project[name] !== undefined && project[name] !== null);
  return Object.fromEntries(given.map((name) => [name, project[name]]));
}

/** Settings are set one by one where they are not accepted together, so that one that is not supported is the only one left out. */
async function setSettings({ here, report }, project, to) {
  const given = givenOf(project, SETTINGS);
  const isRefused = (error) => error instanceof LeftOut;
  const set = (settings) => here.Projects.edit(to, settings);
  try {
    await set(given);
  } catch (together) {
    if (!isRefused(together)) throw together;
    for (const [name, value] of Object.entries(given)) {
      try {
        await set({ [name]: value });
      } catch (error) {
        if (!isRefused(error)) throw error;
        report.leftOut('settings', `${name} of ${project.path_with_namespace}`, error.message);
      }
    }
  }
  await set({ autoclose_referenced_issues: project.autoclose_referenced_issues ?? true });
}
