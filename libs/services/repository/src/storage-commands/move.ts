import type { ProjectId } from '@hearth/contract-kit';
import { CommandFailed, SEE_LOGS, requireStorage, type CommandOptions, type CommandParts } from './command.js';

const LOOK_EVERY_MS = 1_000;

/** Moves the repository of a project. Waits for the end, unless asked not to. @throws CommandFailed */
export async function move(
  parts: CommandParts,
  projectId: ProjectId,
  destination: string,
  { noWait }: CommandOptions,
): Promise<void> {
  requireStorage(parts, destination);
  const { db, repositories, moves, scheduleMove, print } = parts;
  const record = await repositories.find(db, projectId);
  if (!record || record.deleted)
    throw new CommandFailed(
      `The project ${projectId} has no repository: give the id of a project, as its page and the API show it.`,
    );
  const { storage: source } = record;
  if (source === destination)
    throw new CommandFailed(`The repository of project ${projectId} is on ${source} already.`);
  const move = await db.tx((tx) => scheduleMove.within(tx, { projectId, source, destination }, 'storage move'));
  if (!move)
    throw new CommandFailed(`A move of project ${projectId} is under way: wait for its end, and run this again.`);
  print(`The move of project ${projectId} from ${source} to ${destination} is scheduled.`);
  if (noWait) return;
  for (;;) {
    const { state } = (await moves.find(db, move.id))!;
    if (state === 'finished') return print(`The repository is on ${destination}.`);
    if (state === 'failed')
      throw new CommandFailed(`The move has failed, and the repository stays on ${source}: ${SEE_LOGS}`);
    await parts.pause(LOOK_EVERY_MS);
  }
}
