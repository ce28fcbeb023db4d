import { findChanges } from '#server/domain/analytics/figures/find-changes.ts';
import { recountMarked } from '#server/domain/analytics/figures/recount.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import type { Services } from '#server/services.ts';

/** Lets the worker do what it does within seconds: facts, changes, figures. */
export async function rollUp(services: Services): Promise<void> {
	const signal = new AbortController().signal;
	while ((await factPoller.run(services, signal)) > 0);
	await findChanges.run(services, signal);
	await recountMarked(services);
}
