import type { z } from 'zod';

/**
 * Asks for some parameters together or for none of them. The failure stands behind those of the parameters themselves, all in one answer.
 */
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
