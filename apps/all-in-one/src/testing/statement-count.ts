import type { Calls } from '@hearth/calls';
import { currentOrigin } from '@hearth/telemetry';
import pg from 'pg';

type Sent = (this: pg.Client, statement: unknown, ...rest: unknown[]) => unknown;

/**
 * Counts the statements that requests send to PostgreSQL, through any library: prepared or not, including COMMIT; BEGIN is sent with the first
 * statement of a transaction. Connections that were opened before count too. Counts the calls between services with them.
 */
export class StatementCount {
  private readonly texts: string[] = [];
  private readonly called: string[] = [];

  private constructor(private readonly original: Sent) {}

  static begin(calls: Calls): StatementCount {
    const prototype = pg.Client.prototype as unknown as { query: Sent };
    const count = new StatementCount(prototype.query);
    const { original, texts } = count;
    prototype.query = function (statement, ...rest) {
      // Background work of the process, such as recovery, has no origin.
      if (currentOrigin())
        texts.push(typeof statement === 'string' ? statement : String((statement as { text?: unknown }).text));
      return original.call(this, statement, ...rest);
    };
    for (const kind of ['query', 'command'] as const) {
      const call = calls[kind].bind(calls);
      calls[kind] = (contract, ...rest) => {
        count.called.push(contract.name);
        return call(contract, ...rest);
      };
    }
    return count;
  }

  /**
   * Returns the texts of the statements that `work` sends, and the names of the contracts that it calls, in their order. Work that runs at the same
   * time is counted with it.
   */
  async during<T>(work: () => Promise<T>): Promise<{ result: T; texts: string[]; calls: string[] }> {
    this.texts.length = 0;
    this.called.length = 0;
    const result = await work();
    return { result, texts: [...this.texts], calls: [...this.called] };
  }

  end(): void {
    (pg.Client.prototype as unknown as { query: Sent }).query = this.original;
  }
}
