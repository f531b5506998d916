import { defineSettings } from '@hearth/config';
import { SERVICE_NAMES, type ServiceName } from '@hearth/contract-kit';
import { z } from 'zod';

/** The two listeners of a process, each the origin of its URLs. */
export interface Address {
  readonly routed: string;
  readonly internal: string;
}

type Services = ReadonlyMap<string, readonly Address[]>;

const settings = defineSettings(
  'Calls between processes',
  {
    HEARTH_SERVICES: z
      .string()
      .transform((json, context) => {
        try {
          return ServiceMap.parse(json);
        } catch (error) {
          context.addIssue({ code: 'custom', message: (error as Error).message });
          return z.NEVER;
        }
      })
      .describe(
        'Where the other services are, as JSON: for each its address {"routed": URL, "internal": URL} or a list of the addresses of its replicas, for repository an object of addresses by storage',
      ),
  },
  { readBy: ['HttpCalls'] },
);

/** Where the other services are: replicas of which any may be asked, and for `repository` the owner of each storage. */
export class ServiceMap {
  private constructor(
    private readonly replicas: Services,
    private readonly owners: ReadonlyMap<string, Address>,
  ) {}

  /**
   * From HEARTH_SERVICES.
   * @throws ConfigurationError
   */
  static fromEnvironment(): ServiceMap {
    return settings.read().HEARTH_SERVICES;
  }

  /**
   * @param json value of HEARTH_SERVICES
   * @throws with the place of the mistake when it is not a map of services
   */
  static parse(json: string): ServiceMap {
    const given = record(parsedJson(json), 'it');
    const unknown = Object.keys(given).find((name) => !SERVICE_NAMES.some((service) => service === name));
    if (unknown !== undefined) throw new Error(`there is no service ${unknown}`);
    const { repository = {}, ...stateless } = given;
    const owners = Object.entries(record(repository, 'repository')).map(
      ([storage, owner]) => [storage, address(owner, `repository.${storage}`)] as const,
    );
    const replicas = Object.entries(stateless).map(([name, value]) => [name, addresses(value, name)] as const);
    return new ServiceMap(new Map(replicas), new Map(owners));
  }

  /** The addresses of a service, any of which may be asked: of the storage's owner where a storage is named. Empty where there is none. */
  find(service: ServiceName, storage?: string): readonly Address[] {
    if (service !== 'repository') return this.replicas.get(service) ?? [];
    if (storage === undefined) return [...this.owners.values()];
    const owner = this.owners.get(storage);
    return owner ? [owner] : [];
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
}

function record(value: unknown, place: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Error(`${place} must be an object`);
}

function addresses(value: unknown, place: string): readonly Address[] {
  if (!Array.isArray(value)) return [address(value, place)];
  if (value.length === 0) throw new Error(`${place} names no address`);
  return value.map((replica, index) => address(replica, `${place}[${index}]`));
}

function address(value: unknown, place: string): Address {
  const { routed, internal } = record(value, place);
  return { routed: origin(routed, `${place}.routed`), internal: origin(internal, `${place}.internal`) };
}

function origin(value: unknown, place: string): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`${place} must be an http:// or https:// URL`);
  if (url.href !== `${url.origin}/`) throw new Error(`${place} must be a URL of scheme, host and port only`);
  return url.origin;
}
