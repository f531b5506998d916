/** Creates the CI/CD variables of a group or project. @param {import('../moving.mjs').Moving} moving @param {import('../places.mjs').Place} place */
export async function moveVariables(moving, { kind, from, to, path }) {
  const { source, here, report } = moving;
  const api = `${kind}Variables`;
  for (const variable of await moving.list('variables', path, () => source[api].all(from))) {
    const { key, value, environment_scope: environmentScope = '*' } = variable;
    const what = `${key} (${environmentScope}) of ${path}`;
    if (value === null || value === undefined) {
      report.leftOut('variables', what, 'its value is hidden at the source');
      continue;
    }
    await moving.one('variables', `${kind} ${from} ${key} ${environmentScope}`, {
      what,
      find: async () => {
        const present = await here[api].all(to);
        return present.find((each) => each.key === key && each.environment_scope === environmentScope)?.key;
      },
      create: async () => (await here[api].create(to, key, value, { ...traitsOf(variable), environmentScope })).key,
    });
  }
}

function traitsOf({ variable_type: variableType, protected: isProtected, masked, raw, description }) {
  const traits = { variableType, protected: isProtected, masked, raw, description };
  return Object.fromEntries(Object.entries(traits).filter(([, value]) => value !== undefined && value !== null));
}
