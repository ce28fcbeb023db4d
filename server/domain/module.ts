import type { Hono } from 'hono';
import type { AccessResolvers, Route } from '../http/handler.ts';
import type { VersionedPage } from '../http/page-routes.ts';
import type { Services } from '../services.ts';
import type { EventPart } from './events/plan/event-part.ts';
import type { Listener } from './facts.ts';
import type { PersonalDataSource } from './personal-data.ts';

/** Work of the worker that looks for due rows again and again: claims some, does them, tells how many. Safe on many workers. */
export interface Poller {
	/** `orders.expire-holds` */
	name: string;
	/** Pause after a round that found nothing. */
	idleMs: number;
	/** It calls servers of others, or concerns the installation: a sandbox whose time moves on does not wait for it. */
	unawaited?: true;
	/** One round; returns how many rows it settled. A round that found some is followed by the next at once. */
	run(services: Services, signal: AbortSignal): Promise<number>;
}

/** Work at set times (cron, UTC), once on all workers together. */
export interface ScheduledJob {
	/** `accounts.remove-old-tokens` */
	name: string;
	cron: string;
	/**
	 * It does what is due at an instant, whenever it runs: it runs for sandboxes whose time moves on. Others clean up, add up, or have their
	 * time of day, for everybody.
	 */
	dueInSandboxes?: true;
	run(services: Services): Promise<void>;
}

/** Checks an invariant from rows; used by `foyer verify` and after every fault test. */
export interface InvariantCheck {
	/** `tickets.pools-match-attendees` */
	name: string;
	/** One sentence of what must hold. */
	rule: string;
	/** The differences found, at most a few hundred, each one line; empty when all is well. */
	run(services: Services): Promise<string[]>;
}

/** A line that the start prints (the first administrator's link, demo sign-ins), or null. */
export type StartupNotice = (services: Services) => Promise<string | null>;

/** What a module hands to the composition. Modules stand in order in server/domain/modules.ts; each may import those before it. */
export interface Module {
	name: string;
	routes?: Route[];
	listeners?: Listener[];
	pollers?: Poller[];
	jobs?: ScheduledJob[];
	checks?: InvariantCheck[];
	notices?: StartupNotice[];
	/** Its personal data of a person, for their export. */
	personalData?: PersonalDataSource[];
	access?: Partial<AccessResolvers>;
	pages?: VersionedPage[];
	/** Its data of an event that can be copied. */
	eventParts?: EventPart<Services>[];
	/** Files that anyone may read, made or stored by the module: pictures, calendars, feeds. */
	mountFiles?: (app: Hono, services: Services) => void;
}
