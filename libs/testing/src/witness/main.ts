import { Module } from '@nestjs/common';
import { AccessModule } from '@hearth/access';
import { HttpCalls } from '@hearth/calls';
import { accessContracts } from '@hearth/access-contracts';
import { KafkaEvents } from '@hearth/messaging';
import { startService } from '@hearth/service';
import { witnessServices } from './services/all.js';

// `main.js SERVICE`: one service of the witness, started and stopped like Hearth's own.
const name = process.argv[2] as keyof typeof witnessServices;

@Module({
  imports: [witnessServices[name], HttpCalls.register(), KafkaEvents, AccessModule.signedFor(name, accessContracts)],
})
class WitnessApp {}

await startService({ name, module: WitnessApp });
