import * as contracts from '#shared/contracts/admin.ts';
import { hasDemo } from '../../demo/load-demo.ts';
import { removeDemo } from '../../demo/remove-demo.ts';
import { handle, type Route } from '../../http/handler.ts';
import { listActs } from './audit.ts';
import { getOverview } from './overview.ts';

export const adminRoutes: Route[] = [
	handle(contracts.getDemo, async (_input, services) => ({ isLoaded: await hasDemo(services) })),
	handle(contracts.removeDemo, async (_input, services) => {
		await removeDemo(services);
		return { isLoaded: false };
	}),
	handle(contracts.getOverview, ({ query }, services) =>
		getOverview(services, query.since ? new Date(query.since) : undefined),
	),
	handle(contracts.listActs, ({ query }, services) => listActs(services, query)),
];
