import { Controller } from '@nestjs/common';
import { Endpoint, returns } from '@hearth/http';
import { z } from 'zod';
import { ApiDocuments } from './explorer/api-documents.js';

/** The release of the v4 API that Hearth implements; see docs/COMPAT.md. */
const API_RELEASE = '10.4.0';
const NoParams = z.object({});

/** Endpoints of the edge itself. */
@Controller()
export class EdgeController {
  constructor(private readonly documents: ApiDocuments) {}

  @Endpoint.get('/version', {
    summary: 'Get the version of the API and of Hearth',
    scope: 'read_user',
    params: NoParams,
    returns: returns.json(z.strictObject({ version: z.string(), revision: z.string() })),
  })
  version() {
    return { version: API_RELEASE, revision: `hearth-${this.documents.version}` };
  }
}
