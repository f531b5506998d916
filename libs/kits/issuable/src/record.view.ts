import { taskCompletion } from '@hearth/notes';
import { z } from 'zod';

/** Project or group in which a reference is read, by its full path; null for a place outside of projects. */
export type ReferenceOrigin = { readonly fullPath: string } | null;

export const ReferencesView = z.strictObject({
  short: z.string().describe('As texts of the project name it'),
  relative: z.string().describe('As texts of the project or group of the request name it'),
  full: z.string().describe('As texts of all projects name it'),
});

export const TaskCompletionView = z.strictObject({
  count: z.int().describe('Number of tasks'),
  completed_count: z.int().describe('Number of tasks that are done'),
});

/**
 * Presents the references by which texts of a place name a record: as short as they may be there.
 * @param reference mark and number of the record, as in `#1`
 * @param path full path of its project
 */
export function presentReferences(
  reference: string,
  path: string,
  from: ReferenceOrigin,
): z.output<typeof ReferencesView> {
  const full = `${path}${reference}`;
  const [namespace, name] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)];
  const inNamespace = from?.fullPath === namespace ? `${name}${reference}` : full;
  return { short: reference, relative: from?.fullPath === path ? reference : inNamespace, full };
}

/** Presents how many tasks a description has, and how many of them are done. */
export function presentTaskCompletion(description: string | null): z.output<typeof TaskCompletionView> {
  const { count, completed } = taskCompletion(description);
  return { count, completed_count: completed };
}
