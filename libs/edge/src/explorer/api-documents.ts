import { SERVICE_NAMES } from '@hearth/contract-kit';
import type { Owner } from '../routes/claims.js';
import { mergeDocuments, type OpenApi } from './api-document.js';

type Content = Buffer | (() => Buffer);

/** The OpenAPI documents of the edge and the services, merged at the first request. */
export class ApiDocuments {
  private readonly contents = new Map<Owner, Content>();
  private merged: OpenApi | undefined;

  /** @param own the edge's own document, from which the others take what is not about endpoints */
  constructor(own: () => Buffer) {
    this.contents.set('edge', own);
  }

  /** Replaces the document of a service. */
  set(service: Owner, content: Content): void {
    if (this.contents.get(service) === content) return;
    this.contents.set(service, content);
    this.merged = undefined;
  }

  /** The documents together; another object once one of them has changed. */
  get document(): OpenApi {
    const order = ['edge', ...SERVICE_NAMES] as const;
    this.merged ??= mergeDocuments(
      order.flatMap((service) => {
        const content = this.contents.get(service);
        return content === undefined ? [] : [parsed(content)];
      }),
    );
    return this.merged;
  }

  /** The version of Hearth. */
  get version(): string {
    return parsed(this.contents.get('edge')!).info.version;
  }
}

function parsed(content: Content): OpenApi {
  return JSON.parse((typeof content === 'function' ? content() : content).toString()) as OpenApi;
}
