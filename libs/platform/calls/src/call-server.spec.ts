import { Controller, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { MessagePattern } from '@nestjs/microservices';
import { Answers } from './answers.js';
import { LocalCallServer, LocalCalls } from './local-calls.js';
import { Look } from './testing/sample-calls.js';

@Controller()
class First {
  @Answers(Look)
  look(input: { id: string }): Promise<{ id: string }> {
    return Promise.resolve(input);
  }
}

@Controller()
class Second extends First {}

@Controller()
class Others {
  @MessagePattern<string>('projects.of-another-transport', Symbol('another'))
  handle(): void {
    // Belongs to another transport.
  }
}

describe('CallServer', () => {
  const connected = async (...controllers: Type[]) => {
    @Module({ imports: [LocalCalls], controllers })
    class SampleModule {}
    const app = await NestFactory.create(SampleModule, new FastifyAdapter(), { logger: false, abortOnError: false });
    try {
      app.connectMicroservice({ strategy: app.get(LocalCallServer) });
      return app.get(LocalCallServer);
    } finally {
      await app.close();
    }
  };

  it('knows the contracts that controllers answer, and no handlers of other transports', async () => {
    const server = await connected(First, Others);
    expect([...server.getHandlers().keys()]).toEqual([Look.name]);
    expect(server.contract(Look.name)).toBe(Look);
    expect(server.contract('projects.of-another-transport')).toBeUndefined();
  });

  it('refuses a contract that two controllers answer', async () => {
    await expect(connected(First, Second)).rejects.toThrow('projects.look is answered twice');
  });
});
