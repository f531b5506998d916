import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { CreateCommit } from '../commits/create.js';
import { FileChanged, FileExists, FileMissing } from '../refusals.js';
import type { Reader } from '../repositories/reader.js';
import { ChangelogFacts, type ChangelogRequest } from './changelog.facts.js';
import { hasSection, withSection } from './changelog.rules.js';

/** Changelog to which a section is added. */
interface ChangelogPlace {
  /** Undefined: the default branch. */
  readonly branch: string | undefined;
  readonly file: string;
  readonly message: string;
}

/** Attempts while others change the same file. */
const MOST_ATTEMPTS = 3;

/** Adds the section of a release to a changelog, by a commit. A section of the same version stays as it is. */
@Injectable()
export class AddChangelog {
  constructor(
    private readonly changelogFacts: ChangelogFacts,
    private readonly createCommit: CreateCommit,
  ) {}

  /** @throws the errors of {@link ChangelogFacts.section} and {@link CreateCommit.execute} */
  async execute(
    access: ProjectAccess,
    principal: Principal,
    reader: Reader,
    asked: ChangelogRequest,
    place: ChangelogPlace,
  ): Promise<void> {
    const branch = place.branch ?? (await this.changelogFacts.defaultBranch(reader));
    const section = await this.changelogFacts.section(access, reader, { ...asked, to: asked.to ?? branch });
    for (let attempt = 1; ; attempt += 1) {
      const present = await this.changelogFacts.file(reader, branch, place.file);
      if (present && hasSection(present.text, asked.version)) return;
      const action = {
        action: present ? 'update' : 'create',
        filePath: place.file,
        content: withSection(present?.text ?? '', section, asked.version),
        ...(present?.lastCommitId && { lastCommitId: present.lastCommitId }),
      };
      try {
        await this.createCommit.execute(access, principal, { branch, message: place.message, actions: [action] });
        return;
      } catch (error) {
        if (attempt === MOST_ATTEMPTS || ![FileChanged, FileExists, FileMissing].some(({ is }) => is(error)))
          throw error;
      }
    }
  }
}
