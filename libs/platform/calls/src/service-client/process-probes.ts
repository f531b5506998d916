import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { REVISION_HEADER } from '@hearth/config';
import { ProcessTls } from '@hearth/secrets';
import type { Agent } from 'undici';
import { undici } from '../undici.js';
import { connector, type TrustedAuthorities } from './connector.js';
import { ServiceMap, type Address, type ServiceProcess } from './service-map.js';

/** Above the limit that a process has for its own checks. */
const PATIENCE_MS = 1_500;

/** A process, and its answer to the question whether it is ready. */
export interface ProbedProcess extends Omit<ServiceProcess, 'address'> {
  readonly state: 'ready' | 'not ready' | 'unreachable';
  /** Commit that it was built from; null when it is not known. */
  readonly revision: string | null;
}

/** Asks the processes of all services whether they are ready, for pages of admins. */
@Injectable()
export class ProcessProbes implements OnApplicationShutdown {
  private agent: Agent | undefined;

  constructor(
    @Inject(ServiceMap) private readonly services: Pick<ServiceMap, 'processes'>,
    @Inject(ProcessTls) private readonly tls: TrustedAuthorities,
  ) {}

  /** Asks all at the same time. One that does not answer in time is unreachable. */
  read(): Promise<readonly ProbedProcess[]> {
    const asked = this.services.processes().map(async ({ service, storages, address }) => {
      return { service, storages, ...(await this.stateOf(address)) };
    });
    return Promise.all(asked);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent?.close();
  }

  private async stateOf({ internal }: Address): Promise<Pick<ProbedProcess, 'state' | 'revision'>> {
    const { Agent, request } = undici();
    this.agent ??= new Agent({ connect: connector(this.tls) });
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const { statusCode, headers, body } = await request(`${internal}/health/ready`, {
        dispatcher: this.agent,
        signal,
      });
      await body.dump();
      const revision = headers[REVISION_HEADER];
      return { state: statusCode === 200 ? 'ready' : 'not ready', revision: revision ? String(revision) : null };
    } catch {
      return { state: 'unreachable', revision: null };
    }
  }
}
