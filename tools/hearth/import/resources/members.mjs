/** Of members of projects; their owners are those of the group. */
const HIGHEST_IN_PROJECT = 40;

/**
 * Adds the direct members of a group or project who are mapped.
 * @param {import('../moving.mjs').Moving} moving
 * @param {{ kind: 'Group' | 'Project', from: number, to: number, path: string }} place ids at the source and here
 */
export async function moveMembers(moving, { kind, from, to, path }) {
  const { source, here, users, report } = moving;
  const api = `${kind}Members`;
  for (const member of await moving.list('members', path, () => source[api].all(from))) {
    const what = `${member.username} of ${path}`;
    const user = users.of(member.username);
    if (!user) {
      report.leftOut('members', what, 'is not in the file of --users');
      continue;
    }
    const level = kind === 'Project' ? Math.min(member.access_level, HIGHEST_IN_PROJECT) : member.access_level;
    if (level !== member.access_level) report.note(what, 'maintainer, since owners are those of the group');
    await moving.one('members', `${kind} ${from} ${member.id}`, {
      what,
      find: async () => (await present(here, api, to, user.id)) && user.id,
      create: () => add(here, api, to, { user, level, expiresAt: member.expires_at }),
    });
  }
}

/** The importing user is an owner of each group already, and its creator's level is changed to that of the source. */
async function add(here, api, to, { user, level, expiresAt }) {
  const options = expiresAt ? { expiresAt } : {};
  if (await present(here, api, to, user.id)) await here[api].edit(to, user.id, level, options);
  else await here[api].add(to, level, { userId: user.id, ...options });
  return user.id;
}

async function present(here, api, to, userId) {
  const members = await here[api].all(to);
  return members.some(({ id }) => id === userId);
}
