import { Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { ServiceClient, ServiceMap } from '@hearth/calls';
import { SERVICE_NAMES, type ServiceName } from '@hearth/contract-kit';
import {
  DOCUMENT_PATH,
  ROUTES_PATH,
  ROUTES_PURPOSE,
  ROUTES_SIGNATURE_HEADER,
  versionOf,
  type RouteEntry,
} from '@hearth/http';
import { SignatureError, type Verifier } from '@hearth/secrets';
import type { ApiDocuments } from '../explorer/api-documents.js';
import type { TableWithDocument } from './built-tables.js';
import { mergeRoutes, type Conflict, type MergedRoutes, type Owner } from './claims.js';
import { KnownTables } from './known-tables.js';
import type { RouteTable } from './route-table.js';
import { TableRefused } from './service-table.js';
import type { TableFolder } from './table-folder.js';

/** Longest wait for one process. */
const ANSWER_MS = 2_000;
/** Shortest time between two questions because of versions that answers have shown. */
const NOTICES_MS = 1_000;
/** A version that no process has answered with in so many rounds is not used any more. */
const ROUNDS = 10;

export interface RouteLearnerOptions {
  /** Interval between requests to the services. */
  readonly intervalMs: number;
  /** Folder for the learnt tables; undefined keeps them in memory only. */
  readonly folder: TableFolder | undefined;
  /** The tables that the gateway was built with. */
  readonly built: readonly TableWithDocument[];
  /** Routes of the edge itself, which no service can claim. */
  readonly own: readonly RouteEntry[];
  readonly now?: () => number;
}

type Client = Pick<ServiceClient, 'ask' | 'close'>;

/**
 * Keeps the route table of a gateway like those of the services: it begins with what is known, from the build or an earlier run, asks every
 * process of the services at the start and from time to time, and replaces the table as a whole when something has changed.
 */
export class RouteLearner implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Routes');
  private readonly known: KnownTables;
  private readonly now: () => number;
  private readonly contents = new Map<string, Buffer>();
  private readonly asking = new Map<ServiceName, Promise<void>>();
  private readonly noticedAt = new Map<ServiceName, number>();
  /** Why the latest table of a service is not used. */
  private readonly refused = new Map<ServiceName, string>();
  private holders: ReadonlyMap<string, Owner> = new Map();
  private conflicts: readonly Conflict[] = [];
  private timer: NodeJS.Timeout | undefined;
  /** The latest writing of what is known: one after the other. */
  private saving: Promise<void> = Promise.resolve();

  /** @param client of the services' internal listeners; closed with the learner */
  constructor(
    private readonly client: Client,
    private readonly services: Pick<ServiceMap, 'find'>,
    private readonly verifier: Verifier,
    private readonly routes: RouteTable,
    private readonly documents: ApiDocuments,
    private readonly options: RouteLearnerOptions,
  ) {
    this.now = options.now ?? (() => performance.now());
    this.known = new KnownTables(options.intervalMs * ROUNDS);
  }

  async onModuleInit(): Promise<void> {
    await this.recall();
    this.use();
    await this.askAll();
    this.timer = setInterval(() => void this.askAll(), this.options.intervalMs).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.saving;
    await this.client.close();
  }

  /** Current problems, one sentence each. */
  get problems(): string[] {
    return [
      ...this.conflicts.map(
        ({ claim, holder, others }) => `${claim} is claimed by ${others.join(', ')} too; it stays with ${holder}.`,
      ),
      ...[...this.refused].map(([service, reason]) => `The routes of ${service} are not used: ${reason}.`),
    ];
  }

  /** Asks every service. Settles when all have answered or failed to. */
  async askAll(): Promise<void> {
    await Promise.all(SERVICE_NAMES.map((service) => this.ask(service)));
  }

  /** Records the version that an answer of a service has shown: one that is not known yet is asked for at once. */
  notice(service: ServiceName, version: string): void {
    if (this.known.has(service, version)) return;
    const now = this.now();
    if (now - (this.noticedAt.get(service) ?? -Infinity) < NOTICES_MS) return;
    this.noticedAt.set(service, now);
    void this.ask(service);
  }

  /** Asks the processes of a service, once for each: they are asked in turn. */
  private ask(service: ServiceName): Promise<void> {
    const asking = this.asking.get(service) ?? this.askProcesses(service).finally(() => this.asking.delete(service));
    this.asking.set(service, asking);
    return asking;
  }

  private async askProcesses(service: ServiceName): Promise<void> {
    let changed = false;
    for (const _ of this.services.find(service)) {
      try {
        changed = (await this.learn(service)) || changed;
        this.refused.delete(service);
      } catch (error) {
        this.missed(service, error);
      }
    }
    if (!changed) return;
    this.use();
    await this.save();
  }

  /** @returns whether something is different */
  private async learn(service: ServiceName): Promise<boolean> {
    const tags = this.known.versionsOf(service).map((version) => `"${version}"`);
    const { statusCode, headers, body } = await this.request(service, ROUTES_PATH, {
      'if-none-match': tags.join(', '),
    });
    if (statusCode !== 200 && statusCode !== 304) throw new Error(`it answered ${statusCode}`);
    const version = await this.signedVersion(service, headers[ROUTES_SIGNATURE_HEADER]);
    const isNew = statusCode === 200 && !this.known.has(service, version);
    if (isNew) {
      if (versionOf(body) !== version) throw new TableRefused('its signature is for another table');
      this.known.add(service, body.toString(), this.now());
    }
    const dropped = this.known.seen(service, version, this.now());
    return (await this.learnDocument(service)) || isNew || dropped;
  }

  /** Fetches the newest document of a service, unless it is known. Another process than that with the newest routes may answer. */
  private async learnDocument(service: ServiceName): Promise<boolean> {
    const [newest] = this.known.documentsOf(service);
    if (newest === undefined || this.contents.has(newest)) return false;
    const { body } = await this.request(service, DOCUMENT_PATH, {});
    if (versionOf(body) !== newest) return false;
    this.contents.set(newest, body);
    return true;
  }

  private request(service: ServiceName, path: string, headers: Record<string, string>) {
    const signal = AbortSignal.timeout(ANSWER_MS);
    return this.client.ask({ service }, { method: 'GET', path, headers, body: null, signal, repeatable: true });
  }

  /** @throws TableRefused unless the service itself has signed */
  private async signedVersion(service: ServiceName, token: string | string[] | undefined): Promise<string> {
    try {
      const { issuer, claims } = await this.verifier.verify(String(token), ROUTES_PURPOSE);
      if (issuer !== service) throw new TableRefused(`${issuer} has signed them`);
      return String(claims['version']);
    } catch (error) {
      if (error instanceof SignatureError) throw new TableRefused(error.message);
      throw error;
    }
  }

  /** A service that is away is no news: what it had is used on. */
  private missed(service: ServiceName, error: unknown): void {
    if (!(error instanceof TableRefused)) {
      this.logger.debug(`${service} did not tell its routes: ${(error as Error).message}`);
      return;
    }
    if (this.refused.get(service) === error.message) return;
    this.refused.set(service, error.message);
    this.logger.error(`The routes of ${service} are not used: ${error.message}`);
  }

  /** Replaces the table of the gateway by what is known now. */
  private use(): void {
    const services = new Map<Owner, readonly RouteEntry[]>([['edge', this.options.own], ...this.known.routes()]);
    const merged = mergeRoutes(services, this.holders);
    try {
      this.routes.use(merged.entries);
    } catch (error) {
      this.logger.error(`The routes stay as they are, since the router refuses them: ${(error as Error).message}`);
      return;
    }
    this.report(merged);
    this.holders = merged.holders;
    for (const service of SERVICE_NAMES) {
      const content = this.known
        .documentsOf(service)
        .map((version) => this.contents.get(version))
        .find((each) => each !== undefined);
      if (content) this.documents.set(service, content);
    }
  }

  private report({ conflicts }: MergedRoutes): void {
    for (const { claim, holder, others } of conflicts) {
      if (this.conflicts.some((earlier) => earlier.claim === claim)) continue;
      this.logger.error(`${claim} is claimed by ${others.join(', ')} too; it stays with ${holder}`);
    }
    this.conflicts = conflicts;
  }

  /** Begins with what the gateway was built with, then with what it has learnt in an earlier run. */
  private async recall(): Promise<void> {
    const { built, folder, own } = this.options;
    for (const { service, text, document } of built) {
      this.known.add(service, text, this.now());
      this.contents.set(versionOf(document), document);
    }
    this.holders = mergeRoutes(new Map<Owner, readonly RouteEntry[]>([['edge', own], ...this.known.routes()])).holders;
    try {
      const learnt = await folder?.load();
      if (!learnt) return;
      for (const { service, text } of learnt.tables) this.known.add(service, text, this.now());
      for (const [version, content] of learnt.documents) this.contents.set(version, content);
      this.holders = new Map([...this.holders, ...learnt.holders]);
    } catch (error) {
      this.logger.warn(`What was learnt of routes before cannot be read: ${(error as Error).message}`);
    }
  }

  private save(): Promise<void> {
    this.saving = this.saving.then(() => this.write());
    return this.saving;
  }

  private async write(): Promise<void> {
    const used = new Set(SERVICE_NAMES.flatMap((service) => this.known.documentsOf(service)));
    for (const version of this.contents.keys()) if (!used.has(version)) this.contents.delete(version);
    const { texts: tables } = this.known;
    try {
      await this.options.folder?.save({ tables, holders: this.holders, documents: this.contents });
    } catch (error) {
      this.logger.warn(`What was learnt of routes cannot be kept: ${(error as Error).message}`);
    }
  }
}
