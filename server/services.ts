import type { Database } from './db/client.ts';
import type { EventPart } from './domain/events/plan/event-part.ts';
import type { FactsOf } from './domain/fact-bus.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { FileStore } from './platform/file-store.ts';
import type { Log } from './platform/log.ts';
import type { Mailer } from './platform/mailer.ts';
import type { Gateway } from './platform/payments/gateway.ts';
import type { TestGateway } from './platform/payments/test-gateway/index.ts';

/** What every command, query and handler may reach. Made once at start by server/main.ts, and per test by tests/support. */
export interface Services {
	config: Config;
	log: Log;
	clock: Clock;
	database: Database;
	files: FileStore;
	mailer: Mailer;
	/** Who moves the money of card payments. */
	gateway: Gateway;
	/** The built-in gateway, where no real one is set up. */
	testGateway: TestGateway | null;
	facts: FactsOf<Services>;
	/** Modules’ data of events that can be copied (docs/decisions/300-event-parts.md). */
	eventParts: readonly EventPart<Services>[];
	/** Key of signed links; the same in every process on one database. */
	secret: Buffer;
}
