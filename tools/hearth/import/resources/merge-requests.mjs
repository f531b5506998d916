import { originLine } from '../texts.mjs';
import { moveDiscussions } from './discussions.mjs';
import { missingIn, planningOf } from './planning.mjs';
import { branchesOf } from './merge-request-branches.mjs';

/** Title of merge requests that only take a number. */
const UNUSED = 'A number that is not used';

/**
 * Creates the merge requests of a project under their numbers, with their discussions. Those that were merged or closed are closed here.
 * @param {import('../moving.mjs').Moving} moving @param {import('../places.mjs').Place} place
 * @param {import('../git.mjs').Mirror} mirror the source's repository with the heads of merge requests; undefined in a dry run
 */
export async function moveMergeRequests(moving, place, mirror) {
  const { source, report, dryRun } = moving;
  const { from: projectId, path } = place;
  const read = () => source.MergeRequests.all({ projectId, scope: 'all', state: 'all' });
  const all = (await moving.list('merge requests', path, read)).toSorted((a, b) => a.iid - b.iid);
  if (all.length === 0) return;
  const baseOf = async (iid) => (await source.MergeRequests.show(projectId, iid)).diff_refs?.base_sha;
  const branches = dryRun ? new Map() : await branchesOf(mirror, all, { projectId, baseOf });
  if (!dryRun) await moving.once('branches of merge requests', projectId, () => mirror.push(pushesOf(branches)));
  let last = 0;
  for (const mergeRequest of all) {
    const { iid, id, sha } = mergeRequest;
    const what = `${path}!${iid}`;
    if (!dryRun && !branches.has(iid)) {
      report.leftOut(
        'merge requests',
        what,
        `its head ${sha ?? ''} or its target branch is not in the repository any more`,
      );
      continue;
    }
    const record = recordOf(moving, place, mergeRequest, { ...branches.get(iid), last });
    const made = await moving.one('merge requests', id, record);
    last = made ?? last;
    if (made !== undefined || dryRun)
      await moveDiscussions(moving, { api: 'MergeRequest', place, record: mergeRequest, iid: made, what });
  }
  if (!dryRun) await moving.once('unused branches', projectId, () => mirror.deleteBranches(temporaryOf(branches, all)));
}

function recordOf(moving, place, mergeRequest, branches) {
  const { here, report } = moving;
  const { to, path } = place;
  const what = `${path}!${mergeRequest.iid}`;
  return {
    what,
    find: async () => {
      const given = { projectId: to, scope: 'all', sourceBranch: branches.source, targetBranch: branches.target };
      const found = await here.MergeRequests.all(given);
      return found.find(({ title, state }) => title === mergeRequest.title && state === 'opened')?.iid;
    },
    create: async () => {
      const iid = await createMergeRequest(moving, place, mergeRequest, branches);
      if (iid !== mergeRequest.iid) report.note(what, `!${iid}, since its number was not free`);
      return iid;
    },
    finish: (iid) => finishMergeRequest(moving, place, mergeRequest, iid),
  };
}

async function createMergeRequest(moving, { to, url: projectUrl }, mergeRequest, branches) {
  const { author, title, description, created_at: at, iid } = mergeRequest;
  await skipNumbers(moving, { to }, { until: iid, ...branches });
  const written = { author, text: description, verb: 'Opened', projectUrl, at, lines: outcomeOf(moving, mergeRequest) };
  const planning = planningOf(moving, mergeRequest);
  const made = await moving.asAuthor(written, ({ text, sudo }) => {
    const options = { description: text || undefined, ...planning, sudo };
    return moving.here.MergeRequests.create(to, branches.source, branches.target, title, options);
  });
  return made.iid;
}

/** The API has no times of merge requests, and no merges of elsewhere: a line says what became of it. */
function outcomeOf(
  { host },
  { state, merged_at: mergedAt, merged_by: mergedBy, merge_user: user = mergedBy, ...given },
) {
  const { closed_at: closedAt, closed_by: closedBy, merge_commit_sha: commit } = given;
  if (state === 'merged') {
    const verb = commit ? `Merged as ${commit}` : 'Merged';
    return [originLine({ verb, username: user?.username, at: mergedAt ?? undefined, host })];
  }
  if (state !== 'closed') return [];
  return [originLine({ verb: 'Closed', username: closedBy?.username, at: closedAt ?? undefined, host })];
}

/** The target branch of a closed one is changed without comparing again. */
async function finishMergeRequest(moving, { to }, mergeRequest, iid) {
  const { here } = moving;
  const { state, target_branch: targetBranch, discussion_locked: isLocked } = mergeRequest;
  const present = await here.MergeRequests.show(to, iid);
  const changes = {
    ...missingIn(planningOf(moving, mergeRequest), present),
    ...(isLocked && !present.discussion_locked && { discussionLocked: true }),
  };
  if (Object.keys(changes).length > 0) await here.MergeRequests.edit(to, iid, changes);
  if (state !== 'opened' && present.state === 'opened')
    await moving.asUser(mergeRequest.closed_by, ({ sudo }) =>
      here.MergeRequests.edit(to, iid, { stateEvent: 'close', sudo }),
    );
  if (present.target_branch !== targetBranch) await here.MergeRequests.edit(to, iid, { targetBranch });
}

/**
 * Makes and deletes merge requests until the next one has the number: those that were deleted at the source, or are left out. A reference such as `!12`
 * then names the same one, or none.
 */
async function skipNumbers(moving, { to }, { until, source, target, last }) {
  const { here } = moving;
  for (let number = last + 1; number < until; number += 1) {
    await moving.once('number of a merge request', `${to} ${number}`, async () => {
      const given = { projectId: to, scope: 'all', state: 'opened', sourceBranch: source, targetBranch: target };
      const [begun] = (await here.MergeRequests.all(given)).filter(({ title }) => title === UNUSED);
      const { iid } = begun ?? (await here.MergeRequests.create(to, source, target, UNUSED));
      await here.MergeRequests.remove(to, iid);
    });
  }
}

function pushesOf(branches) {
  return [...branches.values()].flatMap(({ pushes }) => pushes);
}

/** Names of the branches that only merge requests needed which are closed now. */
function temporaryOf(branches, all) {
  const isClosed = new Set(all.filter(({ state }) => state !== 'opened').map(({ iid }) => iid));
  return [...branches].flatMap(([iid, { pushes }]) => (isClosed.has(iid) ? pushes.map(({ branch }) => branch) : []));
}
