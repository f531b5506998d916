import { Controller } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import {
  BadRequest,
  Call,
  Endpoint,
  EntityTooLarge,
  MalformedMultipart,
  ProjectNotFound,
  Stream,
  returns,
  type CallOf,
  type Page,
} from '@hearth/http';
import { abilities } from '../abilities.js';
import { AttachmentMissing, AttachmentNotFound } from '../refusals.js';
import { AttachmentFacts } from './attachment.facts.js';
import {
  AttachmentFileParams,
  AttachmentParams,
  AttachmentsParams,
  ListAttachmentsParams,
} from './attachment.params.js';
import {
  AttachmentView,
  CreatedAttachmentView,
  presentAttachmentFile,
  presentAttachment,
  presentCreatedAttachment,
} from './attachment.view.js';
import { CreateAttachment } from './create.js';
import { DeleteAttachment } from './delete.js';

const FILE = 'file';

/** Files that descriptions and comments of a project link to. */
@Controller()
export class AttachmentsController {
  constructor(
    private readonly attachmentFacts: AttachmentFacts,
    private readonly createAttachment: CreateAttachment,
    private readonly deleteAttachment: DeleteAttachment,
  ) {}

  @Endpoint.post('/projects/:id/uploads', {
    summary: 'Upload a file that descriptions and comments of a project can link to',
    can: abilities.uploadAttachment,
    receives: FILE,
    params: AttachmentsParams,
    returns: returns.json(CreatedAttachmentView),
    refuses: [AttachmentMissing, EntityTooLarge, MalformedMultipart, BadRequest, ProjectNotFound],
  })
  async create(@Call() call: CallOf<typeof AttachmentsParams>): Promise<CreatedAttachmentView> {
    const { id } = call.project.project;
    const attachment = await this.createAttachment.execute(id, call.user, (most, store) =>
      call.receive(FILE, most, store),
    );
    return presentCreatedAttachment(id, attachment);
  }

  @Endpoint.get('/projects/:id/uploads', {
    summary: 'List the uploaded files of a project, newest first',
    can: abilities.manageAttachment,
    params: ListAttachmentsParams,
    returns: returns.page(AttachmentView),
  })
  async list(@Call() { params, project }: CallOf<typeof ListAttachmentsParams>): Promise<Page<AttachmentView>> {
    return (await this.attachmentFacts.page(project.project.id, { page: params.page, perPage: params.per_page })).map(
      presentAttachment,
    );
  }

  @Endpoint.get('/projects/:id/uploads/:upload_id', {
    summary: 'Download an uploaded file of a project by its id',
    can: abilities.manageAttachment,
    params: AttachmentParams,
    returns: returns.stream('application/octet-stream'),
    refuses: [AttachmentNotFound],
  })
  async one(@Call() { params, project }: CallOf<typeof AttachmentParams>): Promise<Stream> {
    return presentAttachmentFile(await this.attachmentFacts.content(project.project.id, { id: params.upload_id }));
  }

  @Endpoint.get('/projects/:id/uploads/:secret/:filename', {
    summary: 'Download an uploaded file of a project by its address',
    can: abilities.readProject,
    params: AttachmentFileParams,
    returns: returns.stream('application/octet-stream'),
    refuses: [AttachmentNotFound],
  })
  file(@Call() { params, project }: CallOf<typeof AttachmentFileParams>): Promise<Stream> {
    return this.read(project.project.id, params);
  }

  @Endpoint.get('/-/project/:id/uploads/:secret/:filename', {
    summary: 'Show an uploaded file of a project in a browser',
    at: 'root',
    credentials: 'token-or-session',
    can: abilities.readProject,
    params: AttachmentFileParams,
    returns: returns.stream('application/octet-stream'),
    refuses: [ProjectNotFound, AttachmentNotFound],
  })
  shown(@Call() { params, project }: CallOf<typeof AttachmentFileParams>): Promise<Stream> {
    return this.read(project.project.id, params);
  }

  @Endpoint.delete('/projects/:id/uploads/:upload_id', {
    summary: 'Delete an uploaded file of a project by its id',
    can: abilities.manageAttachment,
    params: AttachmentParams,
    returns: returns.empty,
    refuses: [AttachmentNotFound, ProjectNotFound],
  })
  delete(@Call() { params, project, user, unlessModified }: CallOf<typeof AttachmentParams>): Promise<void> {
    return this.deleteAttachment.execute(project.project.id, { id: params.upload_id }, user, unlessModified);
  }

  @Endpoint.delete('/projects/:id/uploads/:secret/:filename', {
    summary: 'Delete an uploaded file of a project by its address',
    can: abilities.manageAttachment,
    params: AttachmentFileParams,
    returns: returns.empty,
    refuses: [AttachmentNotFound, ProjectNotFound],
  })
  deleteFile(@Call() { params, project, user, unlessModified }: CallOf<typeof AttachmentFileParams>): Promise<void> {
    const key = { secret: params.secret, fileName: params.filename };
    return this.deleteAttachment.execute(project.project.id, key, user, unlessModified);
  }

  private async read(
    projectId: ProjectId,
    { secret, filename }: { readonly secret: string; readonly filename: string },
  ): Promise<Stream> {
    return presentAttachmentFile(await this.attachmentFacts.content(projectId, { secret, fileName: filename }));
  }
}
