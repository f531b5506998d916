import type { ProjectId } from '@hearth/contract-kit';
import { carryOut, printPlan } from './carry-out.js';
import { requireStorage, type CommandOptions, type CommandParts } from './command.js';

/**
 * Moves the repositories of projects to a storage, so many at a time, and waits for the end. Those that are there already are left out, so a run that
 * was interrupted is repeated. @throws CommandFailed
 */
export async function moveAll(
  parts: CommandParts,
  destination: string,
  projectIds: readonly ProjectId[],
  options: CommandOptions,
): Promise<void> {
  requireStorage(parts, destination);
  const found = await parts.repositories.elsewhere(parts.db, projectIds, destination);
  const planned = found.map((each) => ({ ...each, destination }));
  if (options.dryRun) printPlan(parts, planned, options);
  else if (planned.length === 0) parts.print(`All ${projectIds.length} repositories are on ${destination}.`);
  else await carryOut(parts, planned, options, 'storage move');
}
