import { Controller } from '@nestjs/common';
import { Call, Endpoint, Stream, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { BlobNotFound } from '../refusals.js';
import { BlobParams } from './blob.params.js';
import { BlobsFacts } from './blobs.facts.js';

@Controller()
export class BlobsController {
  constructor(private readonly facts: BlobsFacts) {}

  @Endpoint.get('/projects/:id/repository/blobs/:sha/raw', {
    summary: 'Read the content of a blob',
    anonymous: 'allowed',
    can: abilities.downloadCode,
    authorize: 'before-params',
    params: BlobParams,
    returns: returns.stream('text/plain'),
    refuses: [BlobNotFound],
  })
  async raw(@Call() call: CallOf<typeof BlobParams>): Promise<Stream> {
    const blob = await this.facts.one(call.project.project.id, call.params.sha);
    return new Stream(blob.stream(), { type: 'text/plain', length: blob.size, etag: blob.id, disposition: 'inline' });
  }
}
