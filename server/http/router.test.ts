import { expect, test } from 'vitest';
import { createRouter } from './router.ts';

function answer(router: ReturnType<typeof createRouter<string>>, method: string, path: string) {
	const [handlers] = router.match(method, path);
	return handlers.map(([handler, params]) => [handler, params]);
}

function routerOf(...paths: string[]) {
	const router = createRouter<string>();
	for (const path of paths) router.add('GET', path, path);
	return router;
}

test('a path is answered by one handler, with the segments that its parameters stood for', () => {
	const router = routerOf('/api/events', '/api/events/:event', '/api/events/:event/orders/:order');
	router.add('POST', '/api/events', 'make');
	expect(answer(router, 'GET', '/api/events')).toEqual([['/api/events', {}]]);
	expect(answer(router, 'POST', '/api/events')).toEqual([['make', {}]]);
	expect(answer(router, 'GET', '/api/events/a%20b')).toEqual([['/api/events/:event', { event: 'a%20b' }]]);
	expect(answer(router, 'GET', '/api/events/a/orders/b')).toEqual([
		['/api/events/:event/orders/:order', { event: 'a', order: 'b' }],
	]);
	// Asked twice: what is remembered is the same.
	expect(answer(router, 'GET', '/api/events')).toEqual([['/api/events', {}]]);
});

test('other methods, longer and shorter paths, empty segments and a slash too many match nothing', () => {
	const router = routerOf('/api/events/:event/orders');
	for (const path of [
		'/',
		'/api/events',
		'/api/events/a',
		'/api/events//orders',
		'/api/events/a/orders/',
		'/api/events/a/orders/b',
		'/x/api/events/a/orders',
	])
		expect(answer(router, 'GET', path), path).toEqual([]);
	expect(answer(router, 'POST', '/api/events/a/orders')).toEqual([]);
	expect(answer(routerOf('/constructor'), 'GET', '/toString')).toEqual([]);
});

test('a word goes before a parameter, whatever the method and the order; one that leads nowhere does not hide it', () => {
	const router = routerOf('/a/:id', '/a/mine');
	router.add('DELETE', '/a/:id', 'remove');
	expect(answer(router, 'GET', '/a/mine')).toEqual([['/a/mine', {}]]);
	expect(answer(router, 'DELETE', '/a/yours')).toEqual([['remove', { id: 'yours' }]]);
	expect(answer(router, 'DELETE', '/a/mine')).toEqual([]);
	expect(answer(routerOf('/a/mine/x', '/a/:id/y'), 'GET', '/a/mine/y')).toEqual([
		['/a/:id/y', { id: 'mine' }],
	]);
});

test('patterns that it does not know are refused when they are mounted', () => {
	expect(() => routerOf('/files/*')).toThrow('words and whole segments');
});
