import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { BATCH_LIMIT } from '../commits/commit-writes.params.js';
import { COMMIT_REFUSALS } from '../journal/commit-to-branch.js';
import { FILE_REFUSALS } from '../refusals.js';
import { ChangeFile, type FileChange } from './change.js';
import { FileWriteView } from './file-write.view.js';
import { DeleteFileParams, WriteFileParams } from './file-writes.params.js';

const WRITE = {
  can: abilities.pushToBranch,
  authorize: abilities.downloadCode,
  anonymous: 'allowed',
  routeBy: 'storage',
  refuses: [...COMMIT_REFUSALS, ...FILE_REFUSALS],
} as const;

@Controller()
export class FileWritesController {
  constructor(private readonly changeFile: ChangeFile) {}

  @Endpoint.post('/projects/:id/repository/files/:file_path', {
    summary: 'Create a file',
    ...WRITE,
    jsonLimit: BATCH_LIMIT,
    params: WriteFileParams,
    returns: returns.json(FileWriteView),
  })
  async create(@Call() { project, params, user }: CallOf<typeof WriteFileParams>): Promise<FileWriteView> {
    await this.changeFile.execute(project, user, changeOf('create', params));
    return { file_path: params.file_path, branch: params.branch };
  }

  @Endpoint.put('/projects/:id/repository/files/:file_path', {
    summary: 'Update a file',
    ...WRITE,
    jsonLimit: BATCH_LIMIT,
    params: WriteFileParams,
    returns: returns.json(FileWriteView),
  })
  async update(@Call() { project, params, user }: CallOf<typeof WriteFileParams>): Promise<FileWriteView> {
    await this.changeFile.execute(project, user, changeOf('update', params));
    return { file_path: params.file_path, branch: params.branch };
  }

  @Endpoint.delete('/projects/:id/repository/files/:file_path', {
    summary: 'Delete a file',
    ...WRITE,
    params: DeleteFileParams,
    returns: returns.empty,
  })
  async delete(@Call() { project, params, user, unlessModified }: CallOf<typeof DeleteFileParams>): Promise<void> {
    await this.changeFile.execute(project, user, changeOf('delete', params), unlessModified);
  }
}

function changeOf(action: FileChange['action'], params: DeleteFileParams & Partial<WriteFileParams>): FileChange {
  return {
    action,
    path: params.file_path,
    branch: params.branch,
    startBranch: params.start_branch,
    message: params.commit_message,
    authorName: params.author_name,
    authorEmail: params.author_email,
    content: params.content,
    encoding: params.encoding,
    lastCommitId: params.last_commit_id,
    executable: params.execute_filemode,
  };
}
