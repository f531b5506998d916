import { Injectable } from '@nestjs/common';
import { AccessResolver } from '@hearth/access';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { Forbidden, ProjectNotFound } from '@hearth/http';
import { CommitMissing, type ReplaceLinesCommand } from '@hearth/repository-contracts';
import { Git } from '../git/git.js';
import type { Commit } from '../git/objects/commit-object.js';
import { parseObjectId, type ObjectId } from '../git/refs/object-id.js';
import { parseTreePath, type RepositoryPath } from '../git/refs/paths.js';
import { parseBranchName, refOfBranch } from '../git/refs/ref-name.js';
import { newCommit } from '../git/writes/commit-text.js';
import { PushSizeFacts } from '../git-http/push-size.facts.js';
import { MoveRefs } from '../journal/move-refs.js';
import { principalOf } from '../merges/merge.js';
import { RefChangeRefused } from '../refusals.js';
import { EnsureRepository, type RepositoryAt } from '../repositories/ensure-repository.js';
import { ApplyActions } from './apply-actions.js';
import { replacedAll } from './replaced-lines.rules.js';

type Asked = InputOf<typeof ReplaceLinesCommand>;
type Replaced = OutputOf<typeof ReplaceLinesCommand>;

/** Bytes of a file whose lines are replaced: it is held in memory. */
const MOST_BYTES = 1024 * 1024;

/** Replaces lines of files by a commit on a branch. Its id depends on the command alone, so a repetition makes the same one. */
@Injectable()
export class ReplaceLines {
  constructor(
    private readonly ensureRepository: EnsureRepository,
    private readonly applyActions: ApplyActions,
    private readonly moveRefs: MoveRefs,
    private readonly pushSizeFacts: PushSizeFacts,
    private readonly accessResolver: AccessResolver,
    private readonly git: Git,
  ) {}

  /** @throws CommitMissing, RepositoryFull, WrongStorage, ProjectNotFound, RepositoryBusy, StorageInMaintenance, StorageFull */
  async execute(asked: Asked): Promise<Replaced> {
    const repository = await this.ensureRepository.forChange(asked.projectId);
    const name = parseBranchName(asked.branch);
    const tip = parseObjectId(asked.tip);
    const parent = tip && (await this.git.objects.commit(repository.path, tip));
    if (name === null || !parent) throw CommitMissing();
    const made = await this.make(repository.path, parent, asked);
    if (made === undefined) return { outcome: 'unfit', commit: null };
    let outcome: Replaced['outcome'] = 'committed';
    try {
      const writer = { repository, principal: principalOf(asked.committer), branch: name };
      await this.moveRefs.execute(writer, async () => {
        const now = (await this.git.branches.find(repository.path, name))?.tip;
        if (now === made) return [];
        outcome = now === parent.id ? 'committed' : 'moved';
        if (outcome === 'moved') return [];
        await this.requireRoom(repository, asked);
        return [{ ref: refOfBranch(name), from: parent.id, to: made }];
      });
    } catch (error) {
      if (!Forbidden.is(error) && !RefChangeRefused.is(error)) throw error;
      outcome = 'forbidden';
    }
    return { outcome, commit: outcome === 'committed' ? made : null };
  }

  /** Not before a repetition is recognised, which needs no room. @throws RepositoryFull, StorageFull, ProjectNotFound */
  private async requireRoom(repository: RepositoryAt, asked: Asked): Promise<void> {
    // As an admin, since only the limit is read: the permissions of the committer were checked.
    const reader = { ...principalOf(asked.committer), admin: true };
    const access = await this.accessResolver.project({ id: repository.projectId }, reader);
    if (!access) throw ProjectNotFound();
    const lines = replacementsOf(asked).flatMap((each) => each.lines);
    await this.pushSizeFacts.requireRoom(repository, access, Buffer.byteLength(lines.join('\n')));
  }

  /** Writes the commit. @returns its id; undefined where a file does not have the lines, or replacements overlap */
  private async make(repository: RepositoryPath, parent: Commit, asked: Asked): Promise<ObjectId | undefined> {
    const changes = [];
    for (const [filePath, replacements] of Map.groupBy(replacementsOf(asked), ({ path }) => path)) {
      const content = await this.replaced(repository, parent, filePath, replacements);
      if (content === undefined) return undefined;
      changes.push({ action: 'update', filePath, content: content.toString('base64'), encoding: 'base64' });
    }
    const { root, objects } = await this.applyActions.execute({ repository, parent }, changes);
    const at = { seconds: Math.floor(Date.parse(asked.committedAt) / 1000), offsetMinutes: 0 };
    const { author, committer, message } = asked;
    const commit = await newCommit({
      ...{ tree: root, parents: [parent.id], message },
      author: { ...author, ...at },
      committer: { name: committer.name, email: committer.email, ...at },
    });
    await this.git.objectsWriter.write(repository, [...objects, commit]);
    return commit.id;
  }

  /** Content of a file after its replacements. @returns undefined where it does not have the lines, or they overlap */
  private async replaced(
    repository: RepositoryPath,
    parent: Commit,
    filePath: string,
    replacements: readonly Replacement[],
  ): Promise<Buffer | undefined> {
    const path = parseTreePath(filePath);
    const entry = path && (await this.git.trees.entryAt(repository, parent.id, path));
    const blob = entry && (await this.git.blobs.find(repository, entry.id));
    if (!blob || blob.size > MOST_BYTES) return undefined;
    return replacedAll(await blob.bytes(), replacements);
  }
}

type Replacement = Pick<Asked, 'path' | 'from' | 'to' | 'lines'>;

function replacementsOf({ others = [], ...first }: Asked): readonly Replacement[] {
  return [first, ...others];
}
