import { z } from 'zod';

/**
 * One of some names, for data that processes of two versions exchange (answers, events, jobs, what travels signed): a plain enum could
 * never get another name there, since a process of the version before refuses what it does not know.
 * @param unknownAs what a name is read as that this version does not know: choose what opens least
 */
export function openEnum<const Name extends string>(
  names: readonly Name[],
  unknownAs: NoInfer<Name>,
): z.ZodType<Name, string> {
  return z.string().transform((given) => names.find((name) => name === given) ?? unknownAs);
}

/** Some of a few names; names that this version does not know are left out. */
export function openSet<const Name extends string>(names: readonly Name[]): z.ZodType<Name[], string[]> {
  return z.array(z.string()).transform((given) => names.filter((name) => given.includes(name)));
}
