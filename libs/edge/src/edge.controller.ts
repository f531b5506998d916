import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Controller, Inject } from '@nestjs/common';
import { Call, Endpoint, Stream, returns, type CallOf } from '@hearth/http';
import { z } from 'zod';
import { explorerPage, explorerPolicy, explorerScript } from './explorer.js';

export const OPENAPI_DOCUMENT = Symbol('hearth:openapi');

/** The release of the v4 API that Hearth implements; see docs/COMPAT.md. */
const API_RELEASE = '10.4.0';
const NoParams = z.object({});
const AssetParams = z.object({ asset: z.enum(['swagger-ui-bundle.js', 'swagger-ui.css', 'explorer.js']) });
const swaggerFolder = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Endpoints of the edge itself. */
@Controller()
export class EdgeController {
  constructor(@Inject(OPENAPI_DOCUMENT) private readonly openApi: { info: { version: string } }) {}

  @Endpoint.get('/version', {
    summary: 'Get the version of the API and of Hearth',
    scope: 'read_user',
    params: NoParams,
    returns: returns.json(z.strictObject({ version: z.string(), revision: z.string() })),
  })
  version() {
    return { version: API_RELEASE, revision: `hearth-${this.openApi.info.version}` };
  }

  @Endpoint.get('/openapi.json', {
    summary: 'Get this API as an OpenAPI 3.1 document',
    anonymous: 'allowed',
    params: NoParams,
    returns: returns.json(z.record(z.string(), z.unknown())),
  })
  openApiDocument() {
    return this.openApi as Record<string, unknown>;
  }

  @Endpoint.get('/explorer', {
    summary: 'Explore this API in a browser',
    anonymous: 'allowed',
    params: NoParams,
    returns: returns.stream('text/html; charset=utf-8'),
  })
  explorer() {
    return new Stream(Buffer.from(explorerPage), { type: 'text/html; charset=utf-8', policy: explorerPolicy });
  }

  @Endpoint.get('/explorer/:asset', {
    summary: 'Get a file of the explorer',
    anonymous: 'allowed',
    params: AssetParams,
    returns: returns.stream('text/*'),
  })
  async asset(@Call() { params: { asset } }: CallOf<typeof AssetParams>) {
    const type = asset.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
    const body =
      asset === 'explorer.js' ? Buffer.from(explorerScript) : await readFile(path.join(swaggerFolder, asset));
    return new Stream(body, { type });
  }
}
