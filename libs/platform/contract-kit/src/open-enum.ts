import { z } from 'zod';

/**
 * An enum for data that processes of two versions exchange (answers, events, jobs, signed claims). A plain enum could never get another
 * name, since a process of the previous version rejects names that it does not know.
 * @param unknownAs the value for a name that this version does not know: choose the one that grants least
 */
export function openEnum<const Name extends string>(
  names: readonly Name[],
  unknownAs: NoInfer<Name>,
): z.ZodType<Name, string> {
  return z.string().transform((given) => names.find((name) => name === given) ?? unknownAs);
}

/** A set of names; names that this version does not know are dropped. */
export function openSet<const Name extends string>(names: readonly Name[]): z.ZodType<Name[], string[]> {
  return z.array(z.string()).transform((given) => names.filter((name) => given.includes(name)));
}
