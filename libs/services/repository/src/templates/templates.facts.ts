import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Page, type PageRequest } from '@hearth/http';
import { Git } from '../git/git.js';
import type { ObjectId } from '../git/refs/object-id.js';
import { parseTreePath, type RepositoryPath } from '../git/refs/paths.js';
import { TemplateNotFound } from '../refusals.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';

/** Folders of the templates, by what they are for. */
export const TEMPLATE_FOLDERS = {
  issues: '.gitlab/issue_templates',
  merge_requests: '.gitlab/merge_request_templates',
} as const;
export type TemplateFolder = (typeof TEMPLATE_FOLDERS)[keyof typeof TEMPLATE_FOLDERS];

const EXTENSION = '.md';
/** Largest text of a template: that of a description. */
const MOST_BYTES = 1024 * 1024;

/** Reads templates of descriptions: the Markdown files of a folder of the default branch. */
@Injectable()
export class TemplatesFacts {
  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly git: Git,
  ) {}

  /** A page of the names, in the order of the tree. */
  async page(projectId: ProjectId, folder: TemplateFolder, request: PageRequest): Promise<Page<string>> {
    const tip = await this.tip(projectId);
    return Page.of(tip ? await this.names(tip, folder) : [], request);
  }

  /** Returns the text of a template. @throws TemplateNotFound, also for one of more than a MiB */
  async text(projectId: ProjectId, folder: TemplateFolder, name: string): Promise<string> {
    const tip = await this.tip(projectId);
    const path = name.includes('/') ? null : parseTreePath(`${folder}/${name}${EXTENSION}`);
    const entry = tip && path && (await this.git.trees.entryAt(tip.repository, tip.commit, path));
    const blob = entry && (await this.git.blobs.find(tip.repository, entry.id));
    if (!blob || blob.size > MOST_BYTES) throw TemplateNotFound();
    return (await blob.bytes()).toString();
  }

  private async names({ repository, commit }: Tip, folder: TemplateFolder): Promise<string[]> {
    const listing = await this.git.trees.list(repository, commit, parseTreePath(folder)!);
    return listing
      .page()
      .flatMap(({ type, name }) =>
        type === 'blob' && name.endsWith(EXTENSION) ? name.slice(0, -EXTENSION.length) : [],
      );
  }

  /** The default branch; null in an empty repository. */
  private async tip(projectId: ProjectId): Promise<Tip | null> {
    const repository = await this.repositoryFacts.readable(projectId);
    const branch = repository && (await this.git.branches.default(repository));
    const found = branch && (await this.git.branches.find(repository, branch));
    return found ? { repository: repository!, commit: found.tip } : null;
  }
}

interface Tip {
  readonly repository: RepositoryPath;
  readonly commit: ObjectId;
}
