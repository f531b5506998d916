import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** Clock and timer. Expiry and time stamps read it, so that specs can set the time. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }

  /** Returns the current day as `YYYY-MM-DD` in UTC. */
  today(): string {
    return this.now().toISOString().slice(0, 10);
  }

  async wait(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds);
  }
}
