import { eventLatency } from './parts/event-latency.js';
import { eventThroughput } from './parts/event-throughput.js';
import { Benchmark } from './system/benchmark.js';
import { startWitness } from './system/event-witness.js';

// Events between processes, by outbox, Kafka and inbox, on the PostgreSQL and the Kafka of one Hearth.
await Benchmark.run(async (benchmark) => {
  const hearth = await benchmark.start('split');
  benchmark.progress('starting a publisher and a handler');
  const witness = await startWitness(hearth);
  benchmark.atEnd(() => witness.stop());
  return benchmark.parts({ latency: eventLatency, throughput: eventThroughput }, witness);
});
