import { Controller } from '@nestjs/common';
import { Call, Endpoint, Stream, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { BlobNotFound } from '../refusals.js';
import { readerOf } from '../repositories/reader.js';
import { BlobParams } from './blob.params.js';
import { BlobView, contentRecord } from './blob.view.js';
import { BlobsFacts } from './blobs.facts.js';

const READ = { can: abilities.downloadCode, authorize: 'before-params', routeBy: 'storage' } as const;

@Controller()
export class BlobsController {
  constructor(private readonly blobsFacts: BlobsFacts) {}

  @Endpoint.get('/projects/:id/repository/blobs/:sha', {
    summary: 'Get a blob',
    ...READ,
    params: BlobParams,
    returns: returns.jsonText(BlobView),
    refuses: [BlobNotFound],
  })
  async get(@Call() call: CallOf<typeof BlobParams>): Promise<Stream> {
    const blob = await this.blobsFacts.one(readerOf(call), call.params.sha);
    return contentRecord(blob, { size: blob.size, encoding: 'base64', sha: blob.id }, blob.id);
  }

  @Endpoint.get('/projects/:id/repository/blobs/:sha/raw', {
    summary: 'Read the content of a blob',
    ...READ,
    params: BlobParams,
    returns: returns.stream('text/plain'),
    refuses: [BlobNotFound],
  })
  async raw(@Call() call: CallOf<typeof BlobParams>): Promise<Stream> {
    const blob = await this.blobsFacts.one(readerOf(call), call.params.sha);
    return new Stream(blob.stream(), { type: 'text/plain', length: blob.size, etag: blob.id, disposition: 'inline' });
  }
}
