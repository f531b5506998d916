import { pathToFileURL } from 'node:url';
import { Controller, Module } from '@nestjs/common';
import { AccessModule } from '@hearth/access';
import { HttpCalls } from '@hearth/calls';
import { accessContracts } from '@hearth/access-contracts';
import { Endpoint, returns, type ApiDeclaration } from '@hearth/http';
import { startService } from '@hearth/service';
import { z } from 'zod';

const [release, document] = process.argv.slice(2);
const Sample = z.strictObject({ release: z.string() });
const open = { anonymous: 'allowed', params: z.object({}), returns: returns.json(Sample) } as const;

@Controller()
class SamplesController {
  @Endpoint.get('/samples', { summary: 'Get the sample', ...open })
  sample() {
    return { release: release! };
  }
}

@Controller()
class NewSamplesController {
  @Endpoint.get('/samples/new', { summary: 'Get the new sample', ...open })
  sample() {
    return { release: release! };
  }
}

/** A service whose second release has one more endpoint. */
@Module({
  imports: [HttpCalls.register(), AccessModule.signedFor('ci', accessContracts)],
  controllers: [SamplesController, ...(release === 'second' ? [NewSamplesController] : [])],
})
class SampleModule {
  static readonly api: ApiDeclaration = { service: 'ci', document: pathToFileURL(document!) };
}

// A child process for specs, in the place of a service: `sample-service RELEASE DOCUMENT`.
await startService({ name: 'ci', module: SampleModule });
