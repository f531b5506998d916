import type { z } from 'zod';

/** Requires some parameters together or not at all. The failure follows those of the parameters themselves, in one response. */
export function allOrNoneOf<S extends z.ZodObject>(schema: S, ...names: (keyof S['shape'] & string)[]): S {
  const message = `${names.join(', ')} provide all or none of parameters`;
  return schema.superRefine(
    (params, { issues }) => {
      const given = names.filter((name) => (params as Record<string, unknown>)[name] !== undefined);
      if (given.length === 0 || given.length === names.length) return;
      issues.push({ code: 'custom', message, path: [], input: params });
    },
    { when: () => true },
  );
}
