import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@hearth/contract-kit';
import { tableText, type RouteEntry } from '@hearth/http';

/** The folder of the services, in a checkout and in an image. */
const SERVICES = path.resolve(import.meta.dirname, '../../../services');

/** A route table and the document that belongs to it. */
export interface TableWithDocument {
  readonly service: ServiceName;
  /** The table as the service serves it. */
  readonly text: string;
  readonly document: Buffer;
}

/** Reads the tables that the services had when this gateway was built: its knowledge before any service has answered. */
export function builtTables(): TableWithDocument[] {
  return SERVICE_NAMES.flatMap((service) => {
    const [routes, openApi] = ['routes', 'openapi'].map((name) =>
      path.join(SERVICES, service, `${name}.generated.json`),
    );
    if (!existsSync(routes!) || !existsSync(openApi!)) return [];
    const document = readFileSync(openApi!);
    const entries = JSON.parse(readFileSync(routes!, 'utf8')) as RouteEntry[];
    return [{ service, text: tableText(service, entries, document), document }];
  });
}
