import { SERVICE_NAMES, type ServiceName } from '@hearth/contract-kit';
import { versionOf, type RouteEntry, type ServiceTable } from '@hearth/http';
import { unionOf } from './claims.js';
import { parseTable } from './service-table.js';

interface KnownVersion {
  readonly version: string;
  /** The table as the service served it. */
  readonly text: string;
  readonly table: ServiceTable;
  /** When a process with it answered last; when it was loaded, while none has. */
  seenAt: number;
  /** Whether a process has answered with it. */
  answered: boolean;
}

/**
 * The versions of the services' route tables that are in use, each service's in the order in which processes first answered with them. While
 * a service is rolled out its processes have different versions; their routes are used together until a version was not seen for a while
 * and another was. Nothing is dropped because a service is away.
 */
export class KnownTables {
  private readonly versions = new Map<ServiceName, readonly KnownVersion[]>();

  /** @param windowMs how long a version that no process answers with is kept beside one that is seen */
  constructor(private readonly windowMs: number) {}

  /** The tables as they were served, oldest first. */
  get texts(): { service: ServiceName; text: string }[] {
    return [...this.versions].flatMap(([service, all]) => all.map(({ text }) => ({ service, text })));
  }

  has(service: ServiceName, version: string): boolean {
    return this.find(service, version) !== undefined;
  }

  versionsOf(service: ServiceName): readonly string[] {
    return this.of(service).map(({ version }) => version);
  }

  /** Digests of the services' documents, the newest of each service first. */
  documentsOf(service: ServiceName): readonly string[] {
    return this.of(service)
      .map(({ table }) => table.document)
      .reverse();
  }

  /**
   * Adds a table, as the newest of its service, unless it is known.
   * @throws TableRefused
   */
  add(service: ServiceName, text: string, now: number): void {
    const version = versionOf(text);
    if (this.has(service, version)) return;
    const known = { version, text, table: parseTable(service, text), seenAt: now, answered: false };
    this.versions.set(service, [...this.of(service), known]);
  }

  /**
   * Records that a process of the service has the version.
   * @returns true when another version is the newest now, or one is not used any more
   */
  seen(service: ServiceName, version: string, now: number): boolean {
    const found = this.find(service, version);
    if (!found) return false;
    const before = this.versionsOf(service);
    const others = this.of(service).filter((known) => known !== found);
    const ordered = found.answered ? this.of(service) : [...others, found];
    Object.assign(found, { seenAt: now, answered: true });
    const kept = ordered.filter(({ seenAt }) => now - seenAt <= this.windowMs);
    this.versions.set(service, kept);
    return kept.length < before.length || kept.at(-1)!.version !== before.at(-1);
  }

  /** Returns the routes of each service, the services in their usual order. */
  routes(): Map<ServiceName, readonly RouteEntry[]> {
    const known = SERVICE_NAMES.filter((service) => this.of(service).length > 0);
    return new Map(
      known.map((service) => [
        service,
        unionOf(
          this.of(service)
            .map(({ table }) => table.routes)
            .reverse(),
        ),
      ]),
    );
  }

  private of(service: ServiceName): readonly KnownVersion[] {
    return this.versions.get(service) ?? [];
  }

  private find(service: ServiceName, version: string): KnownVersion | undefined {
    return this.of(service).find((known) => known.version === version);
  }
}
