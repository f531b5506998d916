import { movedText } from '../texts.mjs';

/** Creates the milestones of a group or project, in the order of their numbers. @param {import('../moving.mjs').Moving} moving @param {import('../places.mjs').Place} place */
export async function moveMilestones(moving, { kind, from, to, path, url }) {
  const { source, here } = moving;
  const api = `${kind}Milestones`;
  const milestones = await moving.list('milestones', path, () => source[api].all(from));
  for (const { id, title, description, state, ...days } of milestones.toSorted((a, b) => a.iid - b.iid)) {
    const options = { description: movedText(description, url) || undefined, ...daysOf(days) };
    await moving.one('milestones', id, {
      what: `%"${title}" of ${path}`,
      find: async () => (await here[api].all(to)).find((each) => each.title === title)?.id,
      create: async () => (await here[api].create(to, title, options)).id,
      finish: (made) => state === 'closed' && here[api].edit(to, made, { stateEvent: 'close' }),
    });
  }
}

function daysOf({ due_date: dueDate, start_date: startDate }) {
  return { ...(dueDate && { dueDate }), ...(startDate && { startDate }) };
}
