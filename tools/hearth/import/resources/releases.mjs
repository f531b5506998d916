/** Creates the releases of a project, whose tags git has brought. @param {import('../moving.mjs').Moving} moving @param {import('../places.mjs').Place} place */
export async function moveReleases(moving, { from, to, path, url }) {
  const { source, here } = moving;
  const releases = await moving.list('releases', path, () => source.ProjectReleases.all(from));
  for (const release of releases.toReversed()) {
    const { tag_name: tagName, name, description, released_at: releasedAt, author, assets } = release;
    const links = (assets?.links ?? []).map((link) => ({ name: link.name, url: link.url, link_type: link.link_type }));
    const titles = (release.milestones ?? []).map(({ title }) => title);
    await moving.one('releases', `${from} ${tagName}`, {
      what: `${tagName} of ${path}`,
      find: async () => (await here.ProjectReleases.all(to)).find((each) => each.tag_name === tagName)?.tag_name,
      create: () =>
        moving.asAuthor({ author, text: description, verb: 'Released', projectUrl: url }, async ({ text, sudo }) => {
          const options = { tagName, name, description: text || undefined, releasedAt, assets: { links } };
          const milestones = titles.length > 0 ? { milestones: titles } : {};
          return (await here.ProjectReleases.create(to, { ...options, ...milestones, sudo })).tag_name;
        }),
    });
  }
}
