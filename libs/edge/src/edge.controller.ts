import { Controller, Inject } from '@nestjs/common';
import { Endpoint, returns } from '@hearth/http';
import { z } from 'zod';
import { EDGE_OPTIONS, type EdgeOptions } from './edge-options.js';
import { ApiDocuments } from './explorer/api-documents.js';

/** The release of the v4 API that Hearth implements; see docs/COMPAT.md. */
const API_RELEASE = '10.4.0';
const NoParams = z.object({});

/** Endpoints of the edge itself. */
@Controller()
export class EdgeController {
  constructor(
    private readonly documents: ApiDocuments,
    @Inject(EDGE_OPTIONS) private readonly options: Pick<EdgeOptions, 'revision'>,
  ) {}

  @Endpoint.get('/version', {
    summary: 'Get the version of the API and of Hearth',
    scope: 'read_user',
    params: NoParams,
    returns: returns.json(z.strictObject({ version: z.string(), revision: z.string() })),
  })
  version() {
    const { revision } = this.options;
    return { version: API_RELEASE, revision: `hearth-${this.documents.version}${revision ? `+${revision}` : ''}` };
  }
}
