import { objectIdFromGit, type ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import type { TagName } from '../refs/ref-name.js';
import { call, COMMANDS } from '../process/commands.js';
import type { CommandQueue } from '../process/command-queue.js';
import { identityText, type Committer } from '../process/environment.js';

/** Content of an annotated tag. */
export interface TagContent {
  readonly name: TagName;
  readonly commit: ObjectId;
  readonly tagger: Committer;
  /** Seconds since 1970. */
  readonly seconds: number;
  readonly message: string;
}

/** Writes the objects of annotated tags. It does not move their refs. */
export class TagWriter {
  constructor(private readonly queue: CommandQueue) {}

  /** @returns the id of the tag object, which is on the disk */
  async write(repository: RepositoryPath, { name, commit, tagger, seconds, message }: TagContent): Promise<ObjectId> {
    const email = identityText(tagger.email);
    const input = [
      `object ${commit}`,
      'type commit',
      `tag ${name}`,
      `tagger ${identityText(tagger.name) || email} <${email}> ${seconds} +0000`,
      '',
      `${message}\n`,
    ].join('\n');
    // A ref must never point at an object that a power failure can lose; by default git syncs packs only.
    const config = { 'core.fsync': 'committed' };
    const written = await this.queue.run(call(COMMANDS.mktag, { repository, config }), { input });
    return objectIdFromGit(written.stdout.toString('latin1').trim());
  }
}
