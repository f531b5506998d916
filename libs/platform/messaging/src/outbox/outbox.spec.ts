import { z } from 'zod';
import { defineEvent } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
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

describe('Outbox', () => {
  const outbox = new Outbox('projects');

  it('appends one row with what the contract makes of the data', async () => {
    const { tx, values } = recordingTx();
    await outbox.append(tx, Created, { projectId: 42 }, { actor: 7 });
    expect(values).toEqual([
      [null, 'projects', 'projects.project-created', '42', '{"projectId":42,"text":""}', 7, null, null, null, null],
    ]);
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

  it('refuses what could never be sent', async () => {
    const { tx } = recordingTx();
    const text = 'x'.repeat(300_000);
    await expect(outbox.append(tx, Created, { projectId: 1, text })).rejects.toThrow('too many');
  });
});
