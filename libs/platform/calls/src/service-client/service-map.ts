import { defineSettings } from '@hearth/config';
import { SERVICE_NAMES, type ServiceName } from '@hearth/contract-kit';
import { z } from 'zod';

/** The two listeners of a process, each the origin of its URLs. */
export interface Address {
  readonly routed: string;
  readonly internal: string;
}

/** A process of a service, with the storages that it owns. */
export interface ServiceProcess {
  readonly service: ServiceName;
  readonly storages: readonly string[];
  readonly address: Address;
}

/** The addresses of a service. */
interface Place {
  readonly addresses: readonly Address[];
  /** The addresses by the storage that each process owns; undefined when any process answers for everything. */
  readonly owners?: ReadonlyMap<string, Address>;
}

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
        'Where the other services are, as JSON: for each its address {"routed": URL, "internal": URL}, a list of the addresses of its replicas, or an object of the addresses of its processes by the storage that each owns',
      ),
  },
  { readBy: ['HttpCalls'] },
);

/** Addresses of the other services: equivalent replicas, or the owner of each storage. */
export class ServiceMap {
  private constructor(private readonly places: ReadonlyMap<string, Place>) {}

  /**
   * Reads HEARTH_SERVICES.
   * @throws ConfigurationError
   */
  static fromEnvironment(): ServiceMap {
    return settings.read().HEARTH_SERVICES;
  }

  /**
   * @param json value of HEARTH_SERVICES
   * @throws an Error that says where the mistake is, when it is not a map of services
   */
  static parse(json: string): ServiceMap {
    const given = record(parsedJson(json), 'it');
    const unknown = Object.keys(given).find((name) => !SERVICE_NAMES.some((service) => service === name));
    if (unknown !== undefined) throw new Error(`there is no service ${unknown}`);
    return new ServiceMap(new Map(Object.entries(given).map(([name, value]) => [name, placeOf(value, name)])));
  }

  /** Returns the addresses of a service, or of a storage's owner. They are equivalent; empty when there is none. */
  find(service: ServiceName, storage?: string): readonly Address[] {
    const { addresses = [], owners } = this.places.get(service) ?? {};
    if (!owners || storage === undefined) return addresses;
    const owner = owners.get(storage);
    return owner ? [owner] : [];
  }

  /** Returns the processes of all services, in the order of their names. */
  processes(): readonly ServiceProcess[] {
    return SERVICE_NAMES.flatMap((service) => {
      const { addresses = [], owners } = this.places.get(service) ?? {};
      const byOrigin = new Map(addresses.map((address) => [address.internal, address]));
      return [...byOrigin.values()].map((address) => {
        const owned = [...(owners ?? [])].filter(([, { internal }]) => internal === address.internal);
        return { service, storages: owned.map(([storage]) => storage), address };
      });
    });
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

/** Parses an address or a map of addresses by storage; an address is the one with text values. */
function placeOf(value: unknown, place: string): Place {
  if (Array.isArray(value)) {
    if (value.length === 0) throw new Error(`${place} names no address`);
    return { addresses: value.map((replica, index) => address(replica, `${place}[${index}]`)) };
  }
  const given = record(value, place);
  const isByStorage = Object.values(given).every((each) => typeof each === 'object');
  if (!isByStorage) return { addresses: [address(given, place)] };
  const owners = new Map(
    Object.entries(given).map(([storage, owner]) => [storage, address(owner, `${place}.${storage}`)]),
  );
  return { addresses: [...owners.values()], owners };
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
