import { hash } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { Call, Endpoint, Stream, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { contentRecord } from '../blobs/blob.view.js';
import { CommitNotFound, FileNotFound, FileTooLargeToBlame, ReadTookTooLong } from '../refusals.js';
import { readerOf } from '../repositories/reader.js';
import { withinTime } from '../repositories/within-time.js';
import { BlameView, FileView, fileHeaders, presentBlame, presentFile } from './file.view.js';
import { FilesFacts } from './files.facts.js';
import { BlameParams, FileParams, RawFileParams } from './files.params.js';

const READ = {
  can: abilities.downloadCode,
  authorize: 'before-params',
  routeBy: 'storage',
  refuses: [CommitNotFound, FileNotFound, ReadTookTooLong],
} as const;

@Controller()
export class FilesController {
  constructor(private readonly filesFacts: FilesFacts) {}

  @Endpoint.get('/projects/:id/repository/files/:file_path', {
    summary: 'Get a file',
    ...READ,
    params: FileParams,
    returns: returns.jsonText(FileView),
  })
  async get(@Call() call: CallOf<typeof FileParams>): Promise<Stream> {
    const { params, signal } = call;
    const query = { filePath: params.file_path, ref: params.ref };
    const fact = await withinTime(this.filesFacts.one(readerOf(call), query, signal));
    const record = presentFile(fact);
    return contentRecord(fact.blob, record, hash('sha1', JSON.stringify(record), 'base64url'), fileHeaders(record));
  }

  @Endpoint.get('/projects/:id/repository/files/:file_path/raw', {
    summary: 'Read the content of a file',
    ...READ,
    jobTokens: true,
    params: RawFileParams,
    returns: returns.stream('text/plain'),
  })
  async raw(@Call() call: CallOf<typeof RawFileParams>): Promise<Stream> {
    const { params, signal } = call;
    const query = { filePath: params.file_path, ref: params.ref || 'HEAD' };
    const fact = await withinTime(this.filesFacts.one(readerOf(call), query, signal));
    const { blob } = fact;
    return new Stream(blob.stream(), {
      ...{ type: 'text/plain', length: blob.size, etag: blob.id, disposition: 'inline' },
      headers: fileHeaders(presentFile(fact)),
    });
  }

  @Endpoint.get('/projects/:id/repository/files/:file_path/blame', {
    summary: 'List the commits that the lines of a file come from',
    ...READ,
    costly: true,
    params: BlameParams,
    returns: returns.json(BlameView.array()),
    refuses: [...READ.refuses, FileTooLargeToBlame],
  })
  async blame(@Call() call: CallOf<typeof BlameParams>): Promise<BlameView[]> {
    const { file_path: filePath, ref, range } = call.params;
    const hunks = await withinTime(this.filesFacts.blame(readerOf(call), { filePath, ref, range }, call.signal));
    return hunks.map(presentBlame);
  }
}
