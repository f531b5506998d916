import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** What time it is, and waiting for a later one. Expiry and time stamps ask here, so that specs can say what time it is. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }

  /** `YYYY-MM-DD` in UTC. */
  today(): string {
    return this.now().toISOString().slice(0, 10);
  }

  async wait(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds);
  }
}
