import { z } from '../lib/z.ts';
import { endpoint } from './endpoint.ts';

export const demoState = z.object({ isLoaded: z.boolean() });

export const getDemo = endpoint({
	id: 'admin.getDemo',
	method: 'GET',
	path: '/api/admin/demo',
	summary: 'Whether the demo content is here.',
	access: { kind: 'admin' },
	limit: 'read',
	output: demoState,
});

export const removeDemo = endpoint({
	id: 'admin.removeDemo',
	method: 'POST',
	path: '/api/admin/demo/remove',
	summary: 'Remove everything that the demo brought. Twice is once.',
	access: { kind: 'admin' },
	limit: 'write',
	output: demoState,
});
