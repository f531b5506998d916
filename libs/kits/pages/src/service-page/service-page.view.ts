import { SERVICE_NAMES, type ServiceName } from '@hearth/contract-kit';
import type { FormFailure } from '../forms/form-failures.js';
import type { PageSection } from '../project-page.js';
import { pageLinks, type PageLinks } from '../page-links.js';
import { tabsOf } from '../tabs.js';
import type { ServicePageFact } from './service-page.facts.js';

/** Data of the page of a service. */
export interface ServicePageData {
  readonly service: {
    readonly title: string;
    readonly address: string;
    readonly tabs: readonly PageSection[];
    readonly isReady: boolean;
    /** Sentences. */
    readonly problems: readonly string[];
    /** Processes of all services; empty where one process has all. */
    readonly processes: readonly {
      readonly service: string;
      readonly storages: string;
      readonly state: string;
      readonly revision: string | null;
      /** Of the page of its service. */
      readonly address: string;
    }[];
    /** Whether some of them were built from other commits: an upgrade that is not over. */
    readonly isMixed: boolean;
    readonly lag: string;
    readonly queues: readonly {
      readonly name: string;
      readonly waiting: number;
      readonly running: number;
      readonly failed: number;
    }[];
    readonly letters: readonly {
      readonly id: string;
      readonly what: string;
      /** Null for a message that is no valid event: it cannot be replayed. */
      readonly handler: string | null;
      readonly attempts: number;
      /** Its first line. */
      readonly error: string;
      readonly at: Date;
    }[];
    readonly pager: PageLinks;
    readonly notice: string | null;
    readonly failures: readonly FormFailure[];
  };
}

export function servicePageAddress(service: ServiceName): string {
  return `/admin/services/${service}`;
}

export function presentServicePage(
  { service, health, processes, lagSeconds, queues, letters }: ServicePageFact,
  { notice = null, failures = [] }: { notice?: string | null; failures?: readonly FormFailure[] },
): ServicePageData['service'] {
  const names = Object.fromEntries(SERVICE_NAMES.map((name) => [name, name])) as Record<ServiceName, string>;
  return {
    ...{ title: `Service ${service}`, address: servicePageAddress(service), notice, failures },
    tabs: tabsOf(names, service, servicePageAddress),
    isReady: health.unready.length === 0,
    problems: health.problems,
    processes: processes.map(({ service, storages, state, revision }) => ({
      ...{ service, state, revision, storages: storages.join(', ') },
      address: servicePageAddress(service),
    })),
    isMixed: new Set(processes.flatMap(({ revision }) => revision ?? [])).size > 1,
    lag: lagSeconds === 0 ? 'none' : `${Math.ceil(lagSeconds)} s`,
    queues: queues
      .map(({ queue, waiting, running, failed }) => ({ name: queue, waiting, running, failed }))
      .filter(({ waiting, running, failed }) => waiting + running + failed > 0),
    pager: pageLinks(letters, servicePageAddress(service)),
    letters: letters.items.map(({ id, what, handler = null, attempts, error, at }) => ({
      ...{ id, what, handler, attempts, at },
      error: error.split('\n', 1)[0]!,
    })),
  };
}
