import * as contracts from '#shared/contracts/admin.ts';
import { hasDemo } from '../../demo/load-demo.ts';
import { demoNotice } from '../../demo/notice.ts';
import { removeDemo } from '../../demo/remove-demo.ts';
import { handle } from '../../http/handler.ts';
import type { Module } from '../module.ts';

/** What only the operator's administrators do. */
export const adminModule: Module = {
	name: 'admin',
	routes: [
		handle(contracts.getDemo, async (_input, services) => ({ isLoaded: await hasDemo(services) })),
		handle(contracts.removeDemo, async (_input, services) => {
			await removeDemo(services);
			return { isLoaded: false };
		}),
	],
	notices: [demoNotice],
};
