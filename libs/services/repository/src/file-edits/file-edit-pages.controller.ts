import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { attempt, presentPageProject, type FormFailure } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { ChangeFile, type FileChange } from '../files/change.js';
import { isBinary } from '../files/file-kind.rules.js';
import { FilePagesFacts, type FileLocation, type FilePageFact } from '../files/file-pages.facts.js';
import { COMMIT_REFUSALS } from '../journal/commit-to-branch.js';
import { newMergeRequestAddress } from '../pages/new-merge-request-address.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { RefPathParams } from '../pages/page.params.js';
import { RefPathFacts } from '../pages/ref-path.facts.js';
import { refAddress } from '../pages/ref-page.view.js';
import type { RefLocation } from '../pages/ref-path.rules.js';
import {
  BranchMoved,
  CommitRefused,
  FILE_REFUSALS,
  FileNotFound,
  NewBranchInvalid,
  NotOnBranch,
  PushToBranchRefused,
  ReadTookTooLong,
  RepositoryFull,
  StartBranchConflict,
  TreeNotFound,
} from '../refusals.js';
import { readerOf } from '../repositories/reader.js';
import { withinTime } from '../repositories/within-time.js';
import { presentFileForm } from './file-edit-pages.view.js';
import { DeleteFileFormParams, EditFileFormParams, NewFileFormParams } from './file-edit.params.js';
import { contentOfForm, defaultMessage, newPath } from './file-form.rules.js';

const EDIT = {
  can: abilities.pushCode,
  authorize: abilities.downloadCode,
  routeBy: 'storage',
  slashes: ['path'],
  returns: returns.html,
  refuses: [TreeNotFound, FileNotFound, ReadTookTooLong, ...COMMIT_REFUSALS, ...FILE_REFUSALS],
} as const;

/** Refusals that forms show, and the fields of some of them. */
const SHOWN = [
  ...[PushToBranchRefused, StartBranchConflict, NewBranchInvalid, CommitRefused, BranchMoved, RepositoryFull],
  ...FILE_REFUSALS,
];
const OF_BRANCH = {
  'push-to-branch-refused': 'branch',
  'start-branch-conflict': 'branch',
  'new-branch-invalid': 'branch',
};
const OF_NAME = {
  ...{ 'file-exists': 'file_name', 'directory-exists': 'file_name', 'file-path-missing': 'file_name' },
  ...{ 'directory-traversal': 'file_name', 'file-path-invalid': 'file_name' },
};

const TOO_LARGE: FormFailure = { field: 'file', text: 'File is larger than 1 MB: push it with git' };

/** The change of a form; without a message it gets one. */
type FormChange = Omit<FileChange, 'message' | 'startBranch' | 'content' | 'encoding'> & {
  readonly message: string | undefined;
  readonly content?: Buffer;
};

/** Forms that add, change and delete one file by a commit. */
@Controller()
export class FileEditPagesController {
  constructor(
    private readonly refPathFacts: RefPathFacts,
    private readonly filePagesFacts: FilePagesFacts,
    private readonly changeFile: ChangeFile,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/new/:path', {
    summary: 'Show the form of a new file',
    ...EDIT,
    params: RefPathParams,
  })
  async new(@Call() call: CallOf<typeof RefPathParams>) {
    const location = await this.onBranch(call);
    const values = { content: '', branch: location.ref };
    return this.pages.page(call, 'file-form', presentFileForm(call.project, 'new', location, { values }));
  }

  @Endpoint.post('/-/project/:id/new/:path', {
    summary: 'Add a file in a browser',
    ...EDIT,
    params: NewFileFormParams,
  })
  async create(@Call() call: CallOf<typeof NewFileFormParams>) {
    const { params } = call;
    const location = await this.onBranch(call);
    const text = contentOfForm(params.content, false);
    const path = newPath(location.path, params.file_name ?? params.file?.name ?? '');
    const content = params.file?.content ?? Buffer.from(text);
    const change = { action: 'create', path, content, message: params.commit_message } as const;
    const failures = params.file?.truncated
      ? [TOO_LARGE]
      : await this.change(call, location, { ...change, branch: params.branch });
    if (!failures) return this.next(call, location, 'blob', path);
    const page = presentFileForm(call.project, 'new', location, { values: { ...params, content: text }, failures });
    return this.pages.page(call, 'file-form', page);
  }

  @Endpoint.get('/-/project/:id/edit/:path', {
    summary: 'Show the form of a file',
    ...EDIT,
    params: RefPathParams,
  })
  async edit(@Call() call: CallOf<typeof RefPathParams>) {
    const fact = await this.editable(call);
    if (!fact.content || isBinary(fact.content))
      return new Redirect(refAddress(presentPageProject(call.project, 'files'), 'blob', fact));
    const values = { content: fact.content.toString(), branch: fact.ref, last_commit_id: fact.lastCommit.id };
    return this.pages.page(call, 'file-form', presentFileForm(call.project, 'edit', fact, { values }));
  }

  @Endpoint.post('/-/project/:id/edit/:path', {
    summary: 'Change a file in a browser',
    ...EDIT,
    params: EditFileFormParams,
  })
  async update(@Call() call: CallOf<typeof EditFileFormParams>) {
    const { params } = call;
    const fact = await this.editable(call);
    const content = contentOfForm(params.content, fact.content?.includes('\r\n') ?? false);
    const change = { action: 'update', path: fact.path, content: Buffer.from(content) } as const;
    const { branch, commit_message: message } = params;
    const lastCommitId = params.last_commit_id && { lastCommitId: params.last_commit_id };
    const failures = await this.change(call, fact, { ...change, message, branch, ...lastCommitId });
    if (!failures) return this.next(call, fact, 'blob', fact.path);
    const page = presentFileForm(call.project, 'edit', fact, { values: { ...params, content }, failures });
    return this.pages.page(call, 'file-form', page);
  }

  @Endpoint.get('/-/project/:id/delete/:path', {
    summary: 'Show the form that deletes a file',
    ...EDIT,
    params: RefPathParams,
  })
  async deletion(@Call() call: CallOf<typeof RefPathParams>) {
    const file = await this.file(call);
    return this.pages.page(
      call,
      'file-form',
      presentFileForm(call.project, 'delete', file, { values: { branch: file.ref } }),
    );
  }

  @Endpoint.post('/-/project/:id/delete/:path', {
    summary: 'Delete a file in a browser',
    ...EDIT,
    params: DeleteFileFormParams,
  })
  async delete(@Call() call: CallOf<typeof DeleteFileFormParams>) {
    const { project, params } = call;
    const file = await this.file(call);
    const change = {
      action: 'delete',
      path: file.path,
      branch: params.branch,
      message: params.commit_message,
    } as const;
    const failures = await this.change(call, file, change);
    if (!failures) return this.next(call, file, 'tree', '');
    return this.pages.page(call, 'file-form', presentFileForm(project, 'delete', file, { values: params, failures }));
  }

  /** Makes the commit. @returns the failures that the form shows; undefined when it is made */
  private async change(
    { project, user }: EndpointCall<unknown>,
    { ref }: RefLocation,
    { message, content: bytes, ...change }: FormChange,
  ) {
    const start = change.branch === ref ? {} : { startBranch: ref };
    // Texts of the API lose their carriage returns.
    const content = bytes && { content: bytes.toString('base64'), encoding: 'base64' };
    const commit = {
      ...{ ...change, ...start, ...content },
      message: message ?? defaultMessage(change.action, change.path),
    };
    const fields = { ...OF_BRANCH, ...(change.action === 'create' && OF_NAME) };
    const made = await attempt(() => this.changeFile.execute(project, user, commit), SHOWN, {}, fields);
    return 'failures' in made ? made.failures : undefined;
  }

  /** Redirects to a file or tree of the commit, or to the form of a merge request of a new branch where the form asked for it. */
  private next(
    call: CallOf<typeof DeleteFileFormParams>,
    { ref }: RefLocation,
    page: 'blob' | 'tree',
    path: string,
  ): Redirect {
    const { branch, merge_request: opens } = call.params;
    const project = presentPageProject(call.project, 'files');
    if (!opens || branch === ref || !project.hasMergeRequests)
      return new Redirect(refAddress(project, page, { ref: branch, path }));
    return new Redirect(newMergeRequestAddress(project.address, { source_branch: branch, target_branch: ref }));
  }

  private async editable(call: CallOf<typeof RefPathParams>): Promise<FilePageFact> {
    return withinTime(this.filePagesFacts.shown(await this.file(call), call.signal));
  }

  private async file(call: CallOf<typeof RefPathParams>): Promise<FileLocation> {
    const file = await this.filePagesFacts.find(await this.onBranch(call));
    if (!file) throw FileNotFound();
    return file;
  }

  /** @throws NotOnBranch for a tag or an id: a commit needs a branch */
  private async onBranch(call: CallOf<typeof RefPathParams>): Promise<RefLocation> {
    const location = await this.refPathFacts.find(readerOf(call), call.params.path);
    if (!location) throw TreeNotFound();
    if (location.kind !== 'branch') throw NotOnBranch();
    return location;
  }
}
