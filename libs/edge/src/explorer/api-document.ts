interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly [string];
}

/** The parts of an OpenAPI document that its division by resource needs. */
export interface OpenApi {
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** An operation in the list of a resource. */
export interface ListedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

/**
 * Merges the documents of services. Everything but the endpoints and the components is taken from the first one; of what several have, the
 * first one's stays.
 */
export function mergeDocuments(documents: readonly OpenApi[]): OpenApi {
  const kinds = new Set(documents.flatMap(({ components }) => Object.keys(components)));
  const merged = (parts: readonly Readonly<Record<string, object>>[]) => {
    const all: Record<string, object> = {};
    for (const part of parts) for (const [name, value] of Object.entries(part)) all[name] = { ...value, ...all[name] };
    return sorted(all);
  };
  const componentsOf = (kind: string) =>
    sorted(Object.assign({}, ...documents.map(({ components }) => components[kind]).reverse()) as object);
  return {
    ...documents[0]!,
    tags: [...new Set(documents.flatMap(({ tags }) => tags.map(({ name }) => name)))].sort().map((name) => ({ name })),
    paths: merged(documents.map(({ paths }) => paths)) as OpenApi['paths'],
    components: Object.fromEntries([...kinds].map((kind) => [kind, componentsOf(kind)])) as OpenApi['components'],
  };
}

function sorted<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))) as T;
}

/** Lists the operations of every resource, both by name and path. */
export function operationsByResource({ tags, paths }: OpenApi): Map<string, ListedOperation[]> {
  const byResource = new Map<string, ListedOperation[]>(tags.map(({ name }) => [name, []]));
  for (const [path, methods] of Object.entries(paths)) {
    for (const [
      method,
      {
        operationId,
        summary,
        tags: [resource],
      },
    ] of Object.entries(methods))
      byResource.get(resource)?.push({ id: operationId, method: method.toUpperCase(), path, summary });
  }
  return byResource;
}

/** Returns the part of the document that describes one resource, with the components that it refers to. */
export function documentOf(document: OpenApi, resource: string): OpenApi {
  const paths = Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, methods]) => {
      const own = Object.entries(methods).filter(([, { tags }]) => tags[0] === resource);
      return own.length > 0 ? [[path, Object.fromEntries(own)]] : [];
    }),
  );
  const { securitySchemes = {} } = document.components;
  const components = { securitySchemes, ...referredComponents(document, paths) };
  return { ...document, tags: [{ name: resource }], paths, components };
}

/** Collects what a part of the document refers to, directly or through other components. */
function referredComponents({ components }: OpenApi, part: unknown): Record<string, Record<string, unknown>> {
  const found: Record<string, Record<string, unknown>> = {};
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      const [, kind, name] = (key === '$ref' && /^#\/components\/(\w+)\/(.+)$/.exec(String(value))) || [];
      if (kind === undefined || name === undefined) visit(value);
      else if (found[kind]?.[name] === undefined) {
        (found[kind] ??= {})[name] = components[kind]?.[name];
        visit(components[kind]?.[name]);
      }
    }
  };
  visit(part);
  return found;
}
