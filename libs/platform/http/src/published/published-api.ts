import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Type } from '@nestjs/common';
import { routesOf, type RouteEntry } from './route-entry.js';

/** Declaration of a service's module that its endpoints are published: `static readonly api`. */
export interface ApiDeclaration {
  readonly service: RouteEntry['service'];
  /** The generated OpenAPI document of its endpoints. */
  readonly document: URL;
}

/** The routes of one service, as gateways learn them. */
export interface ServiceTable {
  readonly service: RouteEntry['service'];
  readonly routes: readonly RouteEntry[];
  /** Digest of the OpenAPI document that belongs to the routes. */
  readonly document: string;
}

/** Returns the digest by which a table or a document is known: equal for equal bytes. */
export function versionOf(content: Buffer | string): string {
  return hash('sha256', content, 'base64url');
}

/** The route table and the OpenAPI document of a service in this process, as they are served to gateways. */
export class PublishedApi {
  readonly service: RouteEntry['service'];
  readonly routes: readonly RouteEntry[];
  private content: Buffer | undefined;
  private table: string | undefined;
  private digest: string | undefined;

  /** @param module whose controllers have the service's endpoints */
  constructor(
    private readonly declared: ApiDeclaration,
    module: Type,
  ) {
    this.service = declared.service;
    this.routes = routesOf(declared.service, module);
  }

  /** The OpenAPI document. */
  get document(): Buffer {
    return (this.content ??= readFileSync(this.declared.document));
  }

  /** The table as it is served: a `ServiceTable` as JSON. */
  get text(): string {
    return (this.table ??= tableText(this.service, this.routes, this.document));
  }

  /** Digest of `text`. */
  get version(): string {
    return (this.digest ??= versionOf(this.text));
  }
}

/** Returns the table of a service as it is served. */
export function tableText(service: ServiceTable['service'], routes: readonly RouteEntry[], document: Buffer): string {
  const table: ServiceTable = { service, routes, document: versionOf(document) };
  return JSON.stringify(table);
}

const known = new WeakMap<Type, PublishedApi>();

/** Lists what the services among some modules publish. */
export function publishedBy(modules: readonly Type[]): PublishedApi[] {
  return modules.flatMap((module) => {
    const { api } = module as Type & { readonly api?: ApiDeclaration };
    if (!api) return [];
    const published = known.get(module) ?? new PublishedApi(api, module);
    known.set(module, published);
    return [published];
  });
}
