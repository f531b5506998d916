import { Global, Injectable, Module } from '@nestjs/common';
import type { Health } from './health.js';

/** State of a process, in sentences without secrets. */
export interface ProcessState {
  /** Reasons why it is not ready; empty when it is. */
  readonly unready: readonly string[];
  /** All current problems. */
  readonly problems: readonly string[];
}

/** The health of this process, for its own pages. */
@Injectable()
export class ProcessHealth {
  private health: Health | undefined;

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
}

/** Gives the health of the process to every module. */
@Global()
@Module({ providers: [ProcessHealth], exports: [ProcessHealth] })
export class ProcessHealthModule {}
