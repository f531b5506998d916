import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { FileIdsQuery, FilePathsQuery, FileTextQuery } from '@hearth/repository-contracts';
import { FilesFacts } from '../files/files.facts.js';
import { parseObjectId } from '../git/refs/object-id.js';

/** Entries of a tree, directories included; of a larger one no paths are returned. */
const MOST_PATHS = 50_000;

/** Answers what other services ask about files. */
@Controller()
export class FilesProvider {
  constructor(private readonly filesFacts: FilesFacts) {}

  @Answers(FileTextQuery)
  async text({
    projectId,
    commit,
    path,
    mostBytes,
  }: InputOf<typeof FileTextQuery>): Promise<OutputOf<typeof FileTextQuery>> {
    const text = await this.filesFacts.text(projectId, parseObjectId(commit)!, path, mostBytes);
    if (text === undefined) return { outcome: 'missing', text: '' };
    return text === null ? { outcome: 'too-large', text: '' } : { outcome: 'found', text };
  }

  @Answers(FileIdsQuery)
  async ids({ projectId, commit, paths }: InputOf<typeof FileIdsQuery>): Promise<OutputOf<typeof FileIdsQuery>> {
    return { ids: await this.filesFacts.ids(projectId, parseObjectId(commit)!, paths) };
  }

  @Answers(FilePathsQuery)
  async paths({ projectId, commit, folder }: InputOf<typeof FilePathsQuery>): Promise<OutputOf<typeof FilePathsQuery>> {
    return { paths: await this.filesFacts.paths(projectId, parseObjectId(commit)!, MOST_PATHS, folder) };
  }
}
