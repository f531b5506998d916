import { Controller, Module, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Call, Endpoint, RawEndpoint, returns, v4, type CallOf } from '../index.js';

/** Most bytes of a batch. */
export const BATCH_LIMIT = 100 * 1024 * 1024;

const BatchParams = z.object({ actions: v4.list(z.object({ content: v4.text() })) });
const NameParams = z.object({ name: v4.text() });
const Length = z.strictObject({ actions: z.int(), length: z.int() });

/** Endpoints and a raw route that differ in the bodies they take. */
@Controller()
class BodiesController {
  @Endpoint.post('/batches', {
    summary: 'Take a batch',
    jsonLimit: BATCH_LIMIT,
    params: BatchParams,
    returns: returns.json(Length),
  })
  batch(@Call() { params: { actions } }: CallOf<typeof BatchParams>) {
    return { actions: actions.length, length: actions.reduce((sum, { content }) => sum + content.length, 0) };
  }

  @Endpoint.post('/names', { summary: 'Take a name', params: NameParams, returns: returns.json(Length) })
  name(@Call() { params: { name } }: CallOf<typeof NameParams>) {
    return { actions: 0, length: name.length };
  }

  @RawEndpoint({ summary: 'Count bytes', methods: ['POST'], pattern: /^\/raw$/, takes: /^application\/x-git-/ })
  async count(@Req() { raw }: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    let bytes = 0;
    for await (const chunk of raw as AsyncIterable<Buffer>) bytes += chunk.length;
    await reply.send(String(bytes));
  }
}

@Module({ controllers: [BodiesController] })
export class BodiesModule {}
