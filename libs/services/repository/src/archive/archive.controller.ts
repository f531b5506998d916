import { hash } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { Call, Endpoint, Stream, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { ArchiveFormatUnavailable, FileNotFound, TooManyGits } from '../refusals.js';
import { attachment } from './archive-name.rules.js';
import { readerOf } from '../repositories/reader.js';
import { ArchiveFacts } from './archive.facts.js';
import { ArchiveFormatParams, ArchivePageParams, ArchiveParams, FORMATS } from './archive.params.js';

const DOWNLOAD = {
  summary: 'Download the files of a branch, tag or commit as an archive',
  can: abilities.downloadCode,
  authorize: 'before-params',
  routeBy: 'storage',
  returns: returns.stream('application/octet-stream', 'application/zip'),
  refuses: [FileNotFound, ArchiveFormatUnavailable, TooManyGits],
} as const;

@Controller()
export class ArchiveController {
  constructor(private readonly archiveFacts: ArchiveFacts) {}

  @Endpoint.get('/projects/:id/repository/archive', { ...DOWNLOAD, params: ArchiveParams })
  get(@Call() call: CallOf<typeof ArchiveParams>): Promise<Stream> {
    return this.download(call);
  }

  @Endpoint.get('/projects/:id/repository/archive.:format', { ...DOWNLOAD, params: ArchiveFormatParams })
  getFormat(@Call() call: CallOf<typeof ArchiveFormatParams>): Promise<Stream> {
    return this.download(call);
  }

  @Endpoint.get('/-/project/:id/archive/:path', {
    ...DOWNLOAD,
    at: 'root',
    credentials: 'token-or-session',
    slashes: ['path'],
    params: ArchivePageParams,
  })
  getPage(@Call() call: CallOf<typeof ArchivePageParams>): Promise<Stream> {
    if (call.params.format === undefined) throw FileNotFound();
    return this.download(call);
  }

  private async download(call: CallOf<typeof ArchiveParams | typeof ArchivePageParams>): Promise<Stream> {
    const { project, params, caller, signal } = call;
    const format = FORMATS[params.format ?? 'tar.gz'];
    const { sha, path, exclude_paths: excluded } = params;
    const asked = { sha, path, excluded, format };
    const fact = await this.archiveFacts.find(readerOf(call), project.project.fullPath, asked);
    const fileName = `${fact.folder}.${format}`;
    return new Stream(await this.archiveFacts.make(fact, { caller, projectId: project.project.id, signal }), {
      type: format === 'zip' ? 'application/zip' : 'application/octet-stream',
      // The bytes depend only on the file name and the paths, whose slashes the name does not have.
      etag: hash('sha1', JSON.stringify([fileName, fact.path, fact.excluded]), 'base64url'),
      disposition: attachment(fileName),
      headers: { 'content-transfer-encoding': 'binary' },
    });
  }
}
