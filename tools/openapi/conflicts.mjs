import { isDeepStrictEqual } from 'node:util';

/**
 * Lists what services may not have both: a path, and a component of the same name with another content.
 * @param {{ service: string, routes: object[], document: object }[]} apis
 * @param mergeRoutes of the edge
 * @returns {string[]} a sentence for each
 */
export function conflictsOf(apis, mergeRoutes) {
  const { conflicts } = mergeRoutes(new Map(apis.map(({ service, routes }) => [service, routes])));
  const paths = conflicts.map(
    ({ claim, holder, others }) =>
      `${[holder, ...others].join(' and ')} both claim ${claim}: one of them has to give it up.`,
  );
  return [...paths, ...componentConflicts(apis)];
}

function componentConflicts(apis) {
  const first = new Map();
  const sentences = [];
  for (const { service, document } of apis) {
    for (const [kind, components] of Object.entries(document.components)) {
      for (const [name, content] of Object.entries(components)) {
        const earlier = first.get(`${kind}/${name}`);
        if (!earlier) first.set(`${kind}/${name}`, { service, content });
        else if (!isDeepStrictEqual(earlier.content, content))
          sentences.push(`${earlier.service} and ${service} have different ${kind} named ${name}: rename one of them.`);
      }
    }
  }
  return sentences;
}
