import { z } from 'zod';
import { defineEvent } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { withOrigin } from '@hearth/telemetry';
import { withinTrace } from '../testing/within-trace.js';
import { Outbox } from './outbox.js';

const Created = defineEvent({
  name: 'projects.project-created',
  data: z.object({ projectId: z.number().int(), text: z.string().default('') }),
  key: ({ projectId }) => projectId,
});

function recordingTx() {
  const values: unknown[][] = [];
  const prepared = (_text: string, row: unknown[]) => {
    values.push(row);
    return Promise.resolve([]);
  };
  return { tx: { prepared } as unknown as Tx, values };
}

/** The one row that was appended, as columns hold it. */
const only = (row: unknown[]) => row.map((column) => (column as unknown[])[0]);

describe('Outbox', () => {
  const outbox = new Outbox('projects');

  it('appends one row with what the contract makes of the data', async () => {
    const { tx, values } = recordingTx();
    await outbox.append(tx, Created, { projectId: 42 }, { actor: 7 });
    expect(values.map(only)).toEqual([
      [null, 'projects', 'projects.project-created', '42', '{"projectId":42,"text":""}', 7, null, null, null, null],
    ]);
  });

  it('takes from the running work what the event goes back to, unless it is told', async () => {
    const { tx, values } = recordingTx();
    await withOrigin({ correlation: 'request-1', actor: 7, causation: 'event-1' }, async () => {
      await outbox.append(tx, Created, { projectId: 1 });
      await outbox.append(tx, Created, { projectId: 1 }, { actor: 8, correlation: 'request-2' });
    });
    expect(values.map((row) => only(row).slice(5, 8))).toEqual([
      [7, 'request-1', 'event-1'],
      [8, 'request-2', 'event-1'],
    ]);
  });

  it('keeps the trace that an event is part of', async () => {
    const { tx, values } = recordingTx();
    await withinTrace('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', () =>
      outbox.append(tx, Created, { projectId: 1 }),
    );
    expect(only(values[0]!).at(-1)).toBe(
      '{"ce_traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}',
    );
  });

  it('refuses data that is not what the contract says', async () => {
    const { tx, values } = recordingTx();
    await expect(outbox.append(tx, Created, { projectId: 1.5 })).rejects.toThrow('expected int');
    expect(values).toEqual([]);
  });

  it("refuses another service's events", async () => {
    const { tx } = recordingTx();
    await expect(new Outbox('ci').append(tx, Created, { projectId: 1 })).rejects.toThrow('ci cannot publish');
  });

  it('refuses by its bytes what could never be sent', async () => {
    const { tx } = recordingTx();
    await outbox.append(tx, Created, { projectId: 1, text: 'x'.repeat(999_000) });
    const large = outbox.append(tx, Created, { projectId: 1, text: 'ä'.repeat(500_000) });
    await expect(large).rejects.toThrow('bytes are too many');
  });

  it('appends all of many or none', async () => {
    const { tx, values } = recordingTx();
    const events = [1, 2.5].map((projectId) => ({ event: Created, data: { projectId } }));
    await expect(outbox.appendAll(tx, events)).rejects.toThrow('expected int');
    expect(values).toEqual([]);
  });
});
