/** Level for what only single users or groups may do at the source. */
const MAINTAINERS = 40;

/** Gives a project the protected branches and tags of the source, and no others. @param {import('../moving.mjs').Moving} moving @param {import('../places.mjs').Place} place */
export async function moveProtectedRefs(moving, { from, to, path }) {
  const { source, here, dryRun } = moving;
  const branches = await moving.list('protected branches', path, () => source.ProtectedBranches.all(from));
  // The first push has protected the default branch.
  if (!dryRun) await moving.once('protection of the first push', from, () => unprotectAll(here, to));
  for (const branch of branches) {
    await moving.one('protected branches', `${from} ${branch.name}`, {
      what: `${branch.name} of ${path}`,
      find: async () => (await here.ProtectedBranches.all(to)).find(({ name }) => name === branch.name)?.name,
      create: () => protectBranch(moving, { to, path }, branch),
    });
  }
  for (const tag of await moving.list('protected tags', path, () => source.ProtectedTags.all(from))) {
    await moving.one('protected tags', `${from} ${tag.name}`, {
      what: `${tag.name} of ${path}`,
      find: async () => (await here.ProtectedTags.all(to)).find(({ name }) => name === tag.name)?.name,
      create: async () => {
        const createAccessLevel = roleOf(moving, `${tag.name} of ${path}`, tag.create_access_levels);
        return (await here.ProtectedTags.create(to, tag.name, { createAccessLevel })).name;
      },
    });
  }
}

async function unprotectAll(here, to) {
  for (const { name } of await here.ProtectedBranches.all(to)) await here.ProtectedBranches.remove(to, name);
}

async function protectBranch(moving, { to, path }, branch) {
  const what = `${branch.name} of ${path}`;
  const { name } = await moving.here.ProtectedBranches.protect(to, branch.name, {
    pushAccessLevel: roleOf(moving, what, branch.push_access_levels),
    mergeAccessLevel: roleOf(moving, what, branch.merge_access_levels),
    ...(branch.allow_force_push === undefined ? {} : { allowForcePush: branch.allow_force_push }),
  });
  return name;
}

/** The role that may; single users and groups are named in the report. */
function roleOf({ report }, what, levels = []) {
  const roles = levels.filter((level) => !level.user_id && !level.group_id && !level.deploy_key_id);
  if (roles.length < levels.length)
    report.note(what, 'protected for roles, without single users, groups and deploy keys');
  return roles[0]?.access_level ?? MAINTAINERS;
}
