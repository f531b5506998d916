import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Controller, Inject } from '@nestjs/common';
import { Call, Endpoint, RouteNotFound, returns, v4, type CallOf } from '@hearth/http';
import { z } from 'zod';
import { documentOf, operationsByResource, type ListedOperation, type OpenApi } from './api-document.js';
import { CompressedText } from './compressed-text.js';
import { explorerScript, explorerStyle, filterScript } from './explorer.assets.js';
import { explorerPolicy, indexPage, resourcePage } from './explorer.pages.js';

export const OPENAPI_DOCUMENT = Symbol('hearth:openapi');

const ResourceParams = z.object({
  resource: v4.optional(v4.text()).describe('Only the operations of this resource, a tag of the document'),
});
const ASSETS = ['swagger-ui-bundle.js', 'swagger-ui.css', 'explorer.js', 'explorer.css', 'filter.js'] as const;
const AssetParams = z.object({ asset: z.enum(ASSETS).describe('Name of the file') });
const OWN_ASSETS: Readonly<Record<string, string>> = {
  'explorer.js': explorerScript,
  'explorer.css': explorerStyle,
  'filter.js': filterScript,
};
const HTML = { type: 'text/html; charset=utf-8', policy: explorerPolicy };
const swaggerFolder = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The description of the API, for programs and for people. */
@Controller()
export class ExplorerController {
  private readonly operations: Map<string, ListedOperation[]>;
  /** Earlier answers; at most one for each resource and file. */
  private readonly texts = new Map<string, Promise<CompressedText>>();

  constructor(@Inject(OPENAPI_DOCUMENT) private readonly openApi: OpenApi) {
    this.operations = operationsByResource(openApi);
  }

  @Endpoint.get('/openapi.json', {
    summary: 'Get this API as an OpenAPI 3.1 document',
    anonymous: 'allowed',
    params: ResourceParams,
    returns: returns.jsonText(z.record(z.string(), z.unknown())),
    refuses: [RouteNotFound],
  })
  openApiDocument(@Call() { params: { resource } }: CallOf<typeof ResourceParams>) {
    this.requireResource(resource);
    return this.answer(`document ${resource}`, () => {
      const document = resource === undefined ? this.openApi : documentOf(this.openApi, resource);
      return new CompressedText(Buffer.from(JSON.stringify(document)), { type: 'application/json' });
    });
  }

  @Endpoint.get('/explorer', {
    summary: 'Explore this API in a browser',
    anonymous: 'allowed',
    params: ResourceParams,
    returns: returns.stream('text/html; charset=utf-8'),
    refuses: [RouteNotFound],
  })
  explorer(@Call() { params: { resource } }: CallOf<typeof ResourceParams>) {
    this.requireResource(resource);
    return this.answer(`page ${resource}`, () => {
      const page =
        resource === undefined ? indexPage(this.operations, this.openApi.info.version) : resourcePage(resource);
      return new CompressedText(Buffer.from(page), HTML);
    });
  }

  @Endpoint.get('/explorer/:asset', {
    summary: 'Get a file of the explorer',
    anonymous: 'allowed',
    params: AssetParams,
    returns: returns.stream('text/*'),
  })
  asset(@Call() { params: { asset } }: CallOf<typeof AssetParams>) {
    return this.answer(`file ${asset}`, async () => {
      const type = asset.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
      const own = OWN_ASSETS[asset];
      return new CompressedText(
        own === undefined ? await readFile(path.join(swaggerFolder, asset)) : Buffer.from(own),
        {
          type,
        },
      );
    });
  }

  /** @throws RouteNotFound for a name that no resource has, which also bounds the kept texts */
  private requireResource(resource: string | undefined): void {
    if (resource !== undefined && !this.operations.has(resource)) throw RouteNotFound();
  }

  private async answer(name: string, make: () => CompressedText | Promise<CompressedText>) {
    const text = this.texts.get(name) ?? Promise.resolve(make());
    this.texts.set(name, text);
    return (await text).stream();
  }
}
