import { Injectable } from '@nestjs/common';

/** What time it is. Expiry and time stamps ask here, so that specs can say what time it is. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }

  /** `YYYY-MM-DD` in UTC. */
  today(): string {
    return this.now().toISOString().slice(0, 10);
  }
}
