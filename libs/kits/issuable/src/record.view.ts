import { taskCompletion } from '@hearth/notes';
import type { ReferencesView, TaskCompletionView } from '@hearth/projects-contracts';

/** Project or group in which a reference is read, by its full path; null for a place outside of projects. */
export type ReferenceOrigin = { readonly fullPath: string } | null;

/**
 * Presents the references by which texts of a place name a record: as short as they may be there.
 * @param reference mark and number of the record, as in `#1`
 * @param path full path of its project
 */
export function presentReferences(reference: string, path: string, from: ReferenceOrigin): ReferencesView {
  const full = `${path}${reference}`;
  const [namespace, name] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)];
  const inNamespace = from?.fullPath === namespace ? `${name}${reference}` : full;
  return { short: reference, relative: from?.fullPath === path ? reference : inNamespace, full };
}

/** Presents how many tasks a description has, and how many of them are done. */
export function presentTaskCompletion(description: string | null): TaskCompletionView {
  const { count, completed } = taskCompletion(description);
  return { count, completed_count: completed };
}
