/** Creates the labels of a group or project. @param {import('../moving.mjs').Moving} moving @param {import('../places.mjs').Place} place */
export async function moveLabels(moving, { kind, from, to, path }) {
  const { source, here } = moving;
  const api = `${kind}Labels`;
  const labels = await moving.list('labels', path, () => source[api].all(from));
  // The list of a project has the labels of its groups too.
  for (const label of labels.filter(({ is_project_label: isOwn }) => kind === 'Group' || isOwn !== false)) {
    const { id, name, color, description, priority } = label;
    await moving.one('labels', id, {
      what: `~${name} of ${path}`,
      find: async () => (await here[api].all(to)).find((each) => each.name === name)?.id,
      create: async () => {
        const options = {
          description: description || undefined,
          ...(kind === 'Project' && priority ? { priority } : {}),
        };
        return (await here[api].create(to, name, color, options)).id;
      },
    });
  }
}
