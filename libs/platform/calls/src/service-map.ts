import { SERVICE_NAMES, type ServiceName } from '@hearth/contract-kit';
import { z } from 'zod';

const Address = z.object({ routed: z.url(), internal: z.url() });
export type Address = z.output<typeof Address>;

const Single = SERVICE_NAMES.filter((name) => name !== 'repository');
const ServicesSchema = z.object({
  ...(Object.fromEntries(Single.map((name) => [name, Address.optional()])) as Record<
    Exclude<ServiceName, 'repository'>,
    z.ZodOptional<typeof Address>
  >),
  /** By storage: the process that owns it. */
  repository: z.record(z.string(), Address).optional(),
});

/** Where the other services are. `repository` is a set of processes, one for each storage. */
export class ServiceMap {
  private constructor(private readonly services: z.output<typeof ServicesSchema>) {}

  /**
   * @param json value of HEARTH_SERVICES
   * @throws with the place of the mistake when it is not a map of services
   */
  static parse(json: string): ServiceMap {
    return new ServiceMap(ServicesSchema.parse(JSON.parse(json)));
  }

  /** The addresses of a service: of the storage's owner for `repository` (any of them without a storage). */
  find(service: ServiceName, storage?: string): Address | undefined {
    if (service !== 'repository') return this.services[service];
    const owners = this.services.repository ?? {};
    return storage === undefined ? Object.values(owners)[0] : owners[storage];
  }
}
