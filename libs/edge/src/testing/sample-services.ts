import { generateKeyPairSync } from 'node:crypto';
import type { Destination, ServiceAnswer, ServiceRequest } from '@hearth/calls';
import type { ServiceName } from '@hearth/contract-kit';
import {
  DOCUMENT_PATH,
  ROUTES_PATH,
  ROUTES_PURPOSE,
  ROUTES_SIGNATURE_HEADER,
  tableText,
  versionOf,
  type RouteEntry,
} from '@hearth/http';
import { Signer, Verifier, parseSigningKey, parseVerifyKeys } from '@hearth/secrets';

/** One process of a service, as far as a gateway that learns routes sees it. */
export interface SampleProcess {
  readonly text: string;
  readonly document: Buffer;
  /** The service whose key it signs with; its own by default. */
  readonly signedBy?: ServiceName;
  /** The version that it signs; by default that of its table. */
  readonly signs?: string;
}

/** Returns a route of a service. */
export function sampleRoute(service: RouteEntry['service'], path: string, more: Partial<RouteEntry> = {}): RouteEntry {
  return { service, methods: ['GET'], path, routeBy: 'any', streams: false, ...more };
}

/** Returns a process of a service that has the given GET routes. */
export function sampleProcess(service: ServiceName, paths: readonly string[]): SampleProcess {
  const document = Buffer.from(
    JSON.stringify({ info: { version: paths.join() }, tags: [], paths: {}, components: {} }),
  );
  const routes = paths.map((path) => sampleRoute(service, path));
  return { text: tableText(service, routes, document), document };
}

/** Services that answer a gateway's questions for their routes, each process in its turn. A service without processes is away. */
export class SampleServices {
  readonly processes = new Map<ServiceName, SampleProcess[]>();
  /** Status and path of each answer. */
  readonly answers: string[] = [];
  private turn = 0;

  private constructor(
    private readonly signers: ReadonlyMap<ServiceName, Signer>,
    readonly verifier: Verifier,
  ) {}

  static async make(services: readonly ServiceName[]): Promise<SampleServices> {
    const keys = services.map((service) => {
      const pair = generateKeyPairSync('ed25519', {
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        publicKeyEncoding: { type: 'spki', format: 'pem' },
      });
      return { ...pair, kid: service, service };
    });
    const signers = await Promise.all(
      keys.map(async (key) => [key.service, new Signer(await parseSigningKey(JSON.stringify(key)))] as const),
    );
    return new SampleServices(new Map(signers), new Verifier(await parseVerifyKeys(JSON.stringify(keys))));
  }

  find(service: ServiceName) {
    const address = { routed: 'http://sample', internal: 'http://sample' };
    return (this.processes.get(service) ?? []).map(() => address);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async ask({ service }: Destination, { path, headers }: ServiceRequest): Promise<ServiceAnswer> {
    const processes = this.processes.get(service)!;
    if (processes.length === 0) throw new Error('away');
    const process = processes[this.turn % processes.length]!;
    if (path === DOCUMENT_PATH) return this.answer(200, path, process.document, {});
    this.turn += 1;
    const version = versionOf(process.text);
    const signer = this.signers.get(process.signedBy ?? service)!;
    const signature = signer.sign(ROUTES_PURPOSE, { version: process.signs ?? version });
    const isHeld = String(headers['if-none-match']).includes(`"${version}"`);
    return this.answer(isHeld ? 304 : 200, ROUTES_PATH, Buffer.from(isHeld ? '' : process.text), {
      [ROUTES_SIGNATURE_HEADER]: signature,
    });
  }

  private answer(statusCode: number, path: string, body: Buffer, headers: Record<string, string>): ServiceAnswer {
    this.answers.push(`${statusCode} ${path}`);
    return { statusCode, headers, body };
  }
}
