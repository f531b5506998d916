import { Injectable } from '@nestjs/common';

/** Fetches and pushes of clients that this process runs. */
@Injectable()
export class StorageLoad {
  private running = 0;

  get gits(): number {
    return this.running;
  }

  /** Counts `work` until it has ended. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.running += 1;
    try {
      return await work();
    } finally {
      this.running -= 1;
    }
  }
}
