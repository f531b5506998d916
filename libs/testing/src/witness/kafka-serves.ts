/** Returns true when Kafka serves some topics now: see `brokerServes`. */
export async function kafkaServes(
  kafka: { readonly brokers: string; readonly secrets: string },
  topics: readonly string[],
): Promise<boolean> {
  // Loaded on demand: most tests that use this lib need no Kafka.
  const { brokerServes } = await import('./broker.js');
  return brokerServes(kafka, topics);
}
