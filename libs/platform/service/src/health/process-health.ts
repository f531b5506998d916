import { Global, Inject, Injectable, Module, Optional } from '@nestjs/common';
import { ProcessProbes, type ProbedProcess } from '@hearth/calls';
import type { Health } from './health.js';

/** State of a process, in sentences without secrets. */
export interface ProcessState {
  /** Reasons why it is not ready; empty when it is. */
  readonly unready: readonly string[];
  /** All current problems. */
  readonly problems: readonly string[];
}

/** The health of this process and of the others, for pages of admins. */
@Injectable()
export class ProcessHealth {
  private health: Health | undefined;

  constructor(@Optional() @Inject(ProcessProbes) private readonly probes?: ProcessProbes) {}

  /** Sets the health of an app whose parts have started. */
  use(health: Health): void {
    this.health = health;
  }

  /** Reads the state of the process. Before there is a health, as in specs of one module, there are no problems. */
  async read(): Promise<ProcessState> {
    if (!this.health) return { unready: [], problems: [] };
    const [unready, problems] = await Promise.all([this.health.unready(), this.health.problems()]);
    return { unready, problems };
  }

  /** Asks the processes of all services whether they are ready; empty where one process has all services. */
  async processes(): Promise<readonly ProbedProcess[]> {
    return this.probes?.read() ?? [];
  }
}

/** Gives the health of the process to every module. */
@Global()
@Module({ providers: [ProcessHealth], exports: [ProcessHealth] })
export class ProcessHealthModule {}
