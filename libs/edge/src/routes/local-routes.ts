import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { publishedBy } from '@hearth/http';
import { ApiDocuments } from '../explorer/api-documents.js';
import { mergeRoutes, type Owner } from './claims.js';
import { RouteTable } from './route-table.js';

/** Fills the route table with the routes of the services in the same process. */
@Injectable()
export class LocalRoutes implements OnModuleInit {
  constructor(
    private readonly modules: ModulesContainer,
    private readonly routes: RouteTable,
    private readonly documents: ApiDocuments,
  ) {}

  onModuleInit(): void {
    const modules = [...this.modules.values()].map(({ metatype }) => metatype as Type);
    const published = publishedBy([...new Set(modules)]);
    const byOwner = new Map(published.map((api) => [api.service as Owner, api]));
    this.routes.use(mergeRoutes(new Map([...byOwner].map(([owner, { routes }]) => [owner, routes]))).entries);
    for (const [owner, api] of byOwner) this.documents.set(owner, () => api.document);
  }
}
