/**
 * The entities that no TypeORM repository reads or writes: a second description of a table, which nothing keeps true.
 * @param {{ path: string, text: string }[]} sources of one service
 * @returns {string[]} names of their classes
 */
export function unusedEntities(sources) {
  const declared = sources.flatMap(({ text }) =>
    [...text.matchAll(/^@Entity\([^)]*\)\s*export class (\w+)/gm)].map(([, name]) => name),
  );
  const used = new Set(
    sources
      .filter(({ path }) => path.endsWith('.store.ts'))
      .flatMap(({ text }) => [...text.matchAll(/\.repository\((\w+)\)/g)].map(([, name]) => name)),
  );
  return declared.filter((name) => !used.has(name));
}
