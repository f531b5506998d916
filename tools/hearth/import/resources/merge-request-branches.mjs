/**
 * Branches that a merge request is made between here, and those of them that are pushed for it.
 * @typedef {{ source: string, target: string, pushes: { branch: string, sha: string }[] }} Branches
 */

/**
 * Chooses the branches of merge requests. A source branch that is gone, has moved on or is in a fork is made at the head that the source keeps; a
 * target that has the head already is replaced by a branch at their base, so that the changes are shown.
 * @param {import('../git.mjs').Mirror} mirror @param {object[]} mergeRequests of one project, in the order of their numbers
 * @param {{ projectId: number, baseOf: (iid: number) => Promise<string | undefined> }} project at the source; `baseOf` reads the base of a merge request
 * @returns {Promise<Map<number, Branches>>} by number; without those whose head or target is gone
 */
export async function branchesOf(mirror, mergeRequests, { projectId, baseOf }) {
  const tips = await mirror.branches();
  const used = new Set(tips.keys());
  const chosen = new Map();
  for (const mergeRequest of mergeRequests) {
    const head =
      (await mirror.commit(mergeRequest.sha)) ?? (await mirror.commit(`refs/merge-requests/${mergeRequest.iid}/head`));
    if (head === undefined) continue;
    const pushes = [];
    const source = sourceOf(mergeRequest, { projectId, head, tips, used, pushes });
    const target = await targetOf(mirror, mergeRequest, { head, tips, pushes, baseOf });
    if (target !== undefined) chosen.set(mergeRequest.iid, { source, target, pushes });
  }
  return chosen;
}

function sourceOf({ iid, source_branch: name, source_project_id: project }, { projectId, head, tips, used, pushes }) {
  if (project === projectId && tips.get(name) === head) return name;
  const branch = isTaken(name, used) ? `merge-requests/${iid}/${name}` : name;
  used.add(branch);
  pushes.push({ branch, sha: head });
  return branch;
}

/** git has no branch `a` beside a branch `a/b`. */
function isTaken(name, used) {
  return [...used].some((each) => each === name || each.startsWith(`${name}/`) || name.startsWith(`${each}/`));
}

async function targetOf(mirror, { iid, state, target_branch: name }, { head, tips, pushes, baseOf }) {
  const tip = tips.get(name);
  if (state === 'opened') return tip && name;
  if (tip && !(await mirror.isAncestor(head, tip))) return name;
  const base = await mirror.commit(await baseOf(iid));
  if (base === undefined) return tip && name;
  const branch = `merge-requests/${iid}/into/${name}`;
  pushes.push({ branch, sha: base });
  return branch;
}
