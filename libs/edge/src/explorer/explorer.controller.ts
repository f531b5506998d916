import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Controller } from '@nestjs/common';
import { Call, Endpoint, RouteNotFound, returns, v4, type CallOf } from '@hearth/http';
import { z } from 'zod';
import { documentOf, operationsByResource, type ListedOperation, type OpenApi } from './api-document.js';
import { ApiDocuments } from './api-documents.js';
import { CompressedText } from './compressed-text.js';
import { explorerScript, explorerStyle, filterScript } from './explorer.assets.js';
import { explorerPolicy, indexPage, resourcePage } from './explorer.pages.js';

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

/** A document with what was made of it. */
interface Description {
  readonly document: OpenApi;
  readonly operations: Map<string, ListedOperation[]>;
  /** Earlier answers; at most one for each resource and file. */
  readonly texts: Map<string, Promise<CompressedText>>;
}

/** The description of the API, for programs and for people. */
@Controller()
export class ExplorerController {
  private known: Description | undefined;

  constructor(private readonly documents: ApiDocuments) {}

  @Endpoint.get('/openapi.json', {
    summary: 'Get this API as an OpenAPI 3.1 document',
    anonymous: 'allowed',
    params: ResourceParams,
    returns: returns.jsonText(z.record(z.string(), z.unknown())),
    refuses: [RouteNotFound],
  })
  openApiDocument(@Call() { params: { resource } }: CallOf<typeof ResourceParams>) {
    const { document: whole } = this.describing(resource);
    return this.answer(`document ${resource}`, () => {
      const document = resource === undefined ? whole : documentOf(whole, resource);
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
    const { operations, document } = this.describing(resource);
    return this.answer(`page ${resource}`, () => {
      const page = resource === undefined ? indexPage(operations, document.info.version) : resourcePage(resource);
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
  private describing(resource: string | undefined): Description {
    const described = this.described();
    if (resource !== undefined && !described.operations.has(resource)) throw RouteNotFound();
    return described;
  }

  private described(): Description {
    const { document } = this.documents;
    if (this.known?.document !== document)
      this.known = { document, operations: operationsByResource(document), texts: new Map() };
    return this.known;
  }

  private async answer(name: string, make: () => CompressedText | Promise<CompressedText>) {
    const { texts } = this.described();
    const text = texts.get(name) ?? Promise.resolve(make());
    texts.set(name, text);
    return (await text).stream();
  }
}
