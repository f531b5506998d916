/**
 * Returns the storage that a repository is restored to: its own, or where the restored system does not have that, one of those that it has, in turn.
 * @param names storages of the restored system, at least one
 */
export function restoredStorage(storage: string, projectId: number, names: readonly string[]): string {
  return names.includes(storage) ? storage : names[projectId % names.length]!;
}
