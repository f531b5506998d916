import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess, ProjectId } from '@hearth/contract-kit';
import type { CommitAction } from '../commits/action.rules.js';
import { CreateCommit } from '../commits/create.js';
import { Git } from '../git/git.js';
import { parseTreePath } from '../git/refs/paths.js';
import { parseBranchName } from '../git/refs/ref-name.js';
import { ChangelogFailed, FileChanged, FileExists, FileMissing } from '../refusals.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { ChangelogText } from './changelog-text.js';
import { hasSection, withSection } from './changelog.rules.js';

/** Section that is added to a changelog. */
interface AddedSection {
  readonly section: string;
  readonly version: string;
  /** Undefined: the default branch. */
  readonly branch: string | undefined;
  /** Path of the changelog. */
  readonly file: string;
  /** Message of the commit. */
  readonly message: string;
}

/** Attempts while others change the same file. */
const MOST_ATTEMPTS = 3;

/** Adds the section of a release to a changelog, by a commit. A section of the same version stays as it is. */
@Injectable()
export class AddChangelog {
  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly changelogText: ChangelogText,
    private readonly createCommit: CreateCommit,
    private readonly git: Git,
  ) {}

  /** @throws ChangelogFailed, and the errors of {@link CreateCommit.execute} */
  async execute(access: ProjectAccess, principal: Principal, added: AddedSection): Promise<void> {
    const branch = added.branch ?? (await this.defaultBranch(access.project.id));
    for (let attempt = 1; ; attempt += 1) {
      const action = await this.action(access.project.id, branch, added);
      if (!action) return;
      try {
        await this.createCommit.execute(access, principal, { branch, message: added.message, actions: [action] });
        return;
      } catch (error) {
        const isMoved = [FileChanged, FileExists, FileMissing].some(({ is }) => is(error));
        if (attempt === MOST_ATTEMPTS || !isMoved) throw error;
      }
    }
  }

  /** The change of the file; null where it has a section of the version. */
  private async action(
    projectId: ProjectId,
    branch: string,
    { section, version, file }: AddedSection,
  ): Promise<CommitAction | null> {
    const present = await this.present(projectId, branch, file);
    if (present && hasSection(present.text, version)) return null;
    const content = withSection(present?.text ?? '', section, version);
    if (!present) return { action: 'create', filePath: file, content };
    return { action: 'update', filePath: file, content, ...(present.newest && { lastCommitId: present.newest }) };
  }

  /** Text of the changelog, and the newest commit that touched it; null without one. */
  private async present(projectId: ProjectId, branch: string, file: string) {
    const repository = await this.repositoryFacts.readable(projectId);
    const name = parseBranchName(branch);
    const found = repository && name && (await this.git.branches.find(repository, name));
    const text = found && (await this.changelogText.read(repository, found.tip, file));
    if (text === null) return null;
    return { text, newest: await this.git.history.newest(repository!, found!.tip, parseTreePath(file)!) };
  }

  /** @throws ChangelogFailed for an empty repository */
  private async defaultBranch(projectId: ProjectId): Promise<string> {
    const repository = await this.repositoryFacts.readable(projectId);
    const branch = repository && (await this.git.branches.default(repository));
    if (!branch) throw ChangelogFailed({ reason: 'The repository is empty' });
    return branch;
  }
}
